"""Rounds as hands of hold'em in the Poker Hand History format (PHH), and back where it can be.

No program for poker knows this game. What one can follow is the contest between a player and the
dealer: two hands of no-limit hold'em with equal antes, a Play bet that the dealer calls, and a fold
at the river to a bet of one Ante. What only this game has is in fields that begin with `_uth_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from uth.core.cards import parse_cards
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.store import load_house
from uth.table.notation import values
from uth.table.notation.model import ActionLine, BankLine, Player, Round, StakesLine
from uth.table.notation.parsing import parse
from uth.table.notation.printing import print_round
from uth.table.notation.values import Decimal, print_amount, value_text

NO_LIMIT = "NT"
DEALER = "Dealer"
UNKNOWN = "????"
SEAT = 1
RECORD = "_uth_record"
"""The field that holds the whole round in notation."""


def print_hands(round: Round, context: Mapping[str, Any]) -> Iterator[str]:
    """A hand for each seat that played to the end; none of a void round or of who left."""
    record = print_round(round)
    for stakes in round.wagers:
        multiple = _play(round, stakes.player)
        if stakes.behind or multiple is None or len(round.board) < 5 or round.finishing is None:
            continue
        fields = {
            **_contest(round, stakes, multiple),
            "hand": round.number,
            **context,
            "players": [round.player(stakes.player).name, _banker(round)],
            "_uth_house": round.house,
            "_uth_seat": round.player(stakes.player).seat,
            "_uth_net": _dollars(round.net(stakes.player)),
            RECORD: record,
        }
        yield "".join(f"{name} = {value_text(value)}\n" for name, value in fields.items())


def _contest(round: Round, stakes: StakesLine, multiple: int) -> dict[str, Any]:
    """What every program for poker needs of the hand."""
    ante, stack = stakes.wagers["ante"], round.player(stakes.player).stack
    return {
        "variant": NO_LIMIT,
        "antes": [_dollars(ante)] * 2,
        "blinds_or_straddles": [0, 0],
        "min_bet": _dollars(ante),
        "starting_stacks": [_dollars(stack)] * 2,
        "actions": list(_actions(round, stakes.player, ante, multiple)),
    }


def _actions(round: Round, player: int, ante: Cents, multiple: int) -> Iterator[str]:
    def text(number: int) -> str:
        return "".join(card.text for card in round.cards(number))

    street, checked = _street(round, player), ("p1 cc", "p2 cc")
    bet = (f"p1 cbr {print_amount(multiple * ante)}", "p2 cc")
    yield f"d dh p1 {text(player)}"
    yield f"d dh p2 {text(0) or UNKNOWN}"
    yield from bet if street == 0 else checked
    for number, (start, end) in enumerate(((0, 3), (3, 4), (4, 5)), 1):
        yield f"d db {''.join(card.text for card in round.board[start:end])}"
        if number == 3 and not multiple:
            yield from ("p1 cc", f"p2 cbr {print_amount(ante)}", "p1 f")
            return
        yield from bet if number == street else checked
    yield f"p1 sm {text(player)}"
    yield f"p2 sm {text(0)}"


def _play(round: Round, player: int) -> int | None:
    """The Play multiple of a player, 0 for a fold; None for who left or did not decide."""
    done = [action for action in round.actions if (action.actor, action.number) == ("p", player)]
    if any(action.word == "leave" for action in done):
        return None
    for action in done:
        if action.word == "f":
            return 0
        if action.word == "cbr":
            return action.amount // round.ante(player)
    return 0 if any(action.word == "timeout" for action in done) else None


def _street(round: Round, player: int) -> int:
    """When the Play bet was made: 0 before the flop, 1 on it, 3 at the river."""
    turned = 0
    for action in round.actions:
        turned += len(action.cards) if action.word == "db" else 0
        if action.word == "cbr" and action.number == player:
            break
    return {0: 0, 3: 1}.get(turned, 3)


def _banker(round: Round) -> str:
    return round.player(round.bank.player).name if round.bank else DEALER


def _dollars(amount: Cents) -> Decimal:
    return Decimal(("-" if amount < 0 else "") + print_amount(abs(amount)))


# From PHH to a round


def parse_hand(
    text: str, number: int | None = None, house: str | Rulebook = "light-and-wonder"
) -> Round:
    """The round of a file: in notation, or a hand in PHH that this game could have had.

    `number` chooses one of several hands; `house` is for hands that name none.
    """
    raw = values.toml(text)
    if raw.get("variant", NO_LIMIT) != NO_LIMIT or not ("variant" in raw or "1" in raw):
        return parse(text)
    hands = [raw] if "variant" in raw else [hand for hand in raw.values() if type(hand) is dict]
    chosen = number if number is not None else 1 if len(hands) == 1 else 0
    if not 1 <= chosen <= len(hands):
        raise Refusal("phh/hand", count=len(hands), where="hand")
    fields = hands[chosen - 1]
    if RECORD in fields:
        return parse(values.read_at(RECORD, values.text, fields[RECORD]))
    return _round(fields, house)


def _round(fields: dict[str, Any], house: str | Rulebook) -> Round:
    """A hand of hold'em between a player and the dealer as a round of this game."""
    read = {
        "antes": values.amounts,
        "starting_stacks": values.amounts,
        "actions": values.texts,
        "players": values.texts,
    }
    given = {name: values.read_at(name, read[name], fields.get(name, [])) for name in read}
    antes = given["antes"]
    if fields.get("variant") != NO_LIMIT or len(antes) != 2 or antes[0] != antes[1] or not antes[0]:
        raise Refusal("phh/game", variant=NO_LIMIT, where="variant")
    if any(fields.get("blinds_or_straddles", ())) or len(given["starting_stacks"]) != 2:
        raise Refusal("phh/game", variant=NO_LIMIT, where="starting_stacks")
    rules = load_house(house) if isinstance(house, str) else house
    seat = values.whole(1, 6)(fields.get("_uth_seat", SEAT))
    stack, bank = given["starting_stacks"]
    name, banker = (*given["players"], *("Player", DEALER)[len(given["players"]) :])[:2]
    other = Player(banker, seat % 6 + 1, bank)
    return Round(
        house=rules.id,
        players=(Player(name, seat, stack), *((other,) if rules.player_dealer else ())),
        wagers=(StakesLine(1, {"ante": antes[0], "blind": antes[0]}),),
        actions=tuple(_read_actions(given["actions"], antes[0], rules)),
        bank=BankLine(2, bank) if rules.player_dealer else None,
    )


def _read_actions(lines: tuple[str, ...], ante: Cents, rules: Rulebook) -> Iterator[ActionLine]:
    """The actions of the player and what is turned, as this game has them."""
    hand = _Hand()
    for at, text in enumerate(lines):
        try:
            hand.read(text.partition("#")[0].split(), ante)
        except Refusal as refusal:
            raise refusal.at(f"actions[{at}]") from None
    if len(hand.own) != 2 or len(hand.board) != 5 or hand.play is None:
        raise Refusal("phh/play", where="actions")
    turned_over = hand.play or rules.settlement.dealer_turned == "always"
    if turned_over and len(hand.dealer) != 2:
        raise Refusal("phh/dealer", where="actions")
    yield ActionLine("d", "dh", player=1, cards=hand.own)
    street, made = hand.play_street, ActionLine("p", "cbr", 1, amount=hand.play or 0)
    for turned, cards in ((0, ()), (3, hand.board[:3]), (5, hand.board[3:])):
        if cards:
            yield ActionLine("d", "db", cards=cards)
        if street == turned:
            yield made if hand.play else ActionLine("p", "f", 1)
        elif street > turned:
            yield ActionLine("p", "cc", 1)
    if turned_over:
        yield ActionLine("d", "sm", cards=hand.dealer)
    if hand.play:
        yield ActionLine("p", "sm", 1, cards=hand.own)


class _Hand:
    """What a hand of hold'em says: cards, and the one bet that the player makes or answers."""

    def __init__(self) -> None:
        self.own = self.dealer = self.board = parse_cards("")
        self.bet: Cents | None = None
        """What the dealer has bet, until the player answers."""
        self.play: Cents | None = None
        """The Play bet, 0 for a fold."""
        self.play_street = 0

    def read(self, words: list[str], ante: Cents) -> None:
        """One action."""
        match words:
            case ["d", "dh", "p1", cards] | ["p1", "sm", cards]:
                self.own = parse_cards(cards)
            case ["d", "dh", "p2", cards] | ["p2", "sm", cards]:
                self.dealer = self.dealer if "?" in cards else parse_cards(cards)
            case ["d", "db", cards]:
                self.board = (*self.board, *parse_cards(cards))
            case ["p1", "cbr", amount] if self.play is None and self.bet is None:
                self._decide(values.amount(Decimal(amount) if "." in amount else _whole(amount)))
            case ["p2", "cbr", amount] if self.play is None and len(self.board) == 5:
                self.bet = values.amount(Decimal(amount) if "." in amount else _whole(amount))
                if self.bet != ante:
                    raise Refusal("phh/play")
            case ["p1", "cc"] if self.bet:
                self._decide(self.bet)
            case ["p1", "f"] if self.bet:
                self._decide(0)
            case ["p1" | "p2", "cc"] | []:
                pass
            case _:
                raise Refusal("phh/play")

    def _decide(self, play: Cents) -> None:
        self.play, self.bet = play, None
        self.play_street = {4: 5}.get(len(self.board), len(self.board))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refusal("phh/play")
    return int(text)
