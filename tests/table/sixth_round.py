"""A round at the sixth house, run on a copy of the program that has it; prints what came of it."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

from uth.cli.fast_settle import settle_text
from uth.core.cards import DECK, parse_cards
from uth.rulebook import canonical, data_files, store
from uth.table import commands as c
from uth.table import events as e
from uth.table.dealing import arrange
from uth.table.decide import open_table, refusal, step
from uth.table.evolve import replay as replay_events
from uth.table.notation import parse, print_round, record, replay
from uth.table.wagers import WAGERS, HoldingBonus, bonus_wagers, by_circle
from uth.table.wire import event_from_json, to_json

HOUSE, WAGER = "hole-card-club", "hole_card_bonus"
CARDS = {1: "Ah Ad", 2: "Kh Kd", 3: "9h 4d"}
DEALER, BOARD = "Ac As", "2c 7d 9s Js Td"
ACTIONS = {1: "4x", 2: "fold", 3: "fold"}


def main() -> dict[str, Any]:
    rules = store.load_house(HOUSE)
    wager = WAGERS[WAGER]
    assert isinstance(wager, HoldingBonus)
    events, table = open_table(rules)
    stakes = {"ante": 500, "blind": 500, WAGER: 100}
    commands: list[c.Command] = [c.Sit(f"P{seat}", seat, 100_000) for seat in CARDS]
    commands += [c.Wager(f"P{seat}", stakes) for seat in CARDS]
    for command in commands:
        more, table = step(table, command, rules)
        events += more
    unknown = refusal(table, c.Wager("P1", {**stakes, "bad_beat": 100}), rules)
    before, round_began = table, len(events)
    hands = {seat: parse_cards(cards) for seat, cards in CARDS.items()}
    deck = arrange(rules.dealing.procedure, hands, parse_cards(DEALER), parse_cards(BOARD))
    commands = [c.CloseBets(), c.Deal(deck)]
    for _ in ("preflop", "flop"):
        commands += [c.Act(f"P{seat}", "check") for seat in CARDS if ACTIONS[seat] == "fold"]
    commands.insert(2, c.Act("P1", "4x"))
    commands += [c.Act(f"P{seat}", "fold") for seat in CARDS if ACTIONS[seat] == "fold"]
    for command in commands:
        more, table = step(table, command, rules)
        events += more
    text = print_round(record(before, events[round_began:], rules))
    replayed = replay(parse(text), rules)
    stored = [event_from_json(to_json(event)) for event in events]
    own = store.load_text(_house_file())
    same = own.wagers == rules.wagers and own.pays == rules.pays and own.extends
    return {
        "digests": {house: _digest(house) for house in store.HOUSES},
        "own": same == "light-and-wonder",
        "circles": [circle for circle in rules.layout.circles if by_circle(circle) is None],
        "bonuses": [bonus.name for bonus in bonus_wagers(rules)],
        "depends_on": wager.depends_on(rules),
        "refused": unknown.code if unknown else "",
        "settled": [
            [row.seat, row.wager, row.outcome, row.paid, row.taken, list(row.clauses)]
            for row in events
            if isinstance(row, e.Settled) and row.wager == WAGER
        ],
        "conserved": sum(table.balances.values()),
        "same_events": replay_events(stored) == table,
        "record": text,
        "notation": [line for line in text.splitlines() if WAGER in line],
        "replayed": print_round(replayed.round) == text,
        "answer": settle_text(json.dumps(_finished_round())),
        "winning": _winning(rules, wager),
    }


def _digest(house: str) -> str:
    return canonical.digest(store.load_house(house))


def _house_file() -> str:
    """The file of the house, as one's own would be written."""
    with open(f"{data_files.DATA}/houses/{HOUSE}.toml", encoding="utf-8") as file:
        words = file.read().replace(f'"{HOUSE}"', '"own-club"')
    return words.replace("Hole Card Club", "Own Club").replace("a sixth house", "one's own")


def _finished_round() -> dict[str, Any]:
    wagers = {"ante": "5", "blind": "5", WAGER: "1"}
    play = {seat: 0 if action == "fold" else 4 for seat, action in ACTIONS.items()}
    seats = [
        {"seat": seat, "cards": cards, "play": play[seat] or "fold", "wagers": wagers}
        for seat, cards in CARDS.items()
    ]
    return {"house": HOUSE, "board": BOARD, "dealer": DEALER, "seats": seats}


def _winning(rules: Any, wager: HoldingBonus) -> int:
    """In how many deals of two and two cards with the ace of hearts it pays, asked deal by deal."""
    ace = parse_cards("Ah")[0]
    return sum(
        wager.pays(rules, (ace, other), dealer) is not None
        for other in DECK
        if other is not ace
        for dealer in combinations([card for card in DECK if card not in (ace, other)], 2)
    )


if __name__ == "__main__":
    print(json.dumps(main()))
