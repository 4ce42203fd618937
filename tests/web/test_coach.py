"""The coach over HTTP: exact advice from the player's own view, and the session sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.own_house import HEAD
from tests.web.served_app import ApiClient, ServedApp, in_memory, play_round
from uth.core.cards import DECK, parse_cards
from uth.exact.advice import Spot, advise
from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers
from uth.exact.plain_advice import plain_advise
from uth.exact.solver.boards import count_boards
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import Action
from uth.exact.solver.solve import best_hands, solve
from uth.exact.solver.starting_hands import starting_hand_index
from uth.floor.tables.pace import Pace
from uth.rulebook.store import load_house, load_text

pytestmark = pytest.mark.slow

PATIENT = Pace(step=0, betting=300, acting=600_000, offering=50, again=50, alone=False)


@pytest.fixture(scope="module")
def served() -> Iterator[ServedApp]:
    with in_memory() as made:
        made.app.runner.floor.tables.pace = PATIENT
        yield made


def _sit(served: ServedApp, name: str) -> ApiClient:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name=name, house="cardroom-25")
    pat.sit(name, 1, 100_000)
    return pat


def _bet(pat: ApiClient, table: str, ante: int = 500) -> Any:
    wagers = {"ante": ante, "blind": ante}
    pat.order(table, {"type": "Wager", "player": pat.name, "wagers": wagers})
    return pat.until(table, lambda view: view["phase"] == "preflop")["view"]


def _until(pat: ApiClient, table: str, phase: str) -> Any:
    return pat.until(table, lambda view: bool(view["phase"] == phase))


def _only_own_turn(pat: ApiClient, table: str, phase: str) -> None:
    """Wait until the bots have decided, so that nothing happens while the player does nothing."""

    def right(view: Any) -> bool:
        own, *others = [seat["to_act"] for seat in view["seats"] if seat]
        return bool(view["phase"] == phase and own) and not any(others)

    pat.until(table, right)


def _own(view: Any) -> Any:
    return view["seats"][0]


def _values(advice: Any) -> dict[str, Fraction]:
    return {row["action"]: Fraction(row["ev_exact"]) for row in advice["actions"]}


def test_advice_on_every_street_is_exact(served: ServedApp) -> None:
    pat = _sit(served, "streets")
    assert pat.ask("GET", "/api/tables/streets/advice", 422)["code"] == "advice/not_now"
    hole = tuple(parse_cards(" ".join(_own(_bet(pat, "streets"))["cards"])))
    advice = pat.ask("GET", "/api/tables/streets/advice")
    known = solve(endings=False).hands[starting_hand_index(*hole)]
    assert _values(advice) == {action.value: value for action, value in known.values.items()}
    assert advice["best"] == known.best.value
    assert (advice["street"], advice["board"]) == ("preflop", [])
    for street in ("flop", "river"):
        pat.order("streets", {"type": "Act", "player": pat.name, "action": "check"})
        seen = _until(pat, "streets", street)
        board = parse_cards(" ".join(seen["view"]["board"]))
        advice = pat.ask("GET", "/api/tables/streets/advice")
        right = advise(spot=Spot(hole, tuple(board)))
        assert _values(advice) == {action.value: value for action, value in right.values.items()}
        assert advice["best"] == right.best.value
        assert advice["version"] == seen["version"]
        costs = {row["action"]: row["cost"] for row in advice["actions"]}
        assert costs == {action.value: float(cost) for action, cost in right.costs.items()}
    pat.order("streets", {"type": "Act", "player": pat.name, "action": "fold"})
    assert pat.ask("GET", "/api/tables/streets/advice", 422)["code"] == "advice/not_now"


def test_nobody_gets_advice_on_anothers_hand(served: ServedApp) -> None:
    pat, sue = _sit(served, "others"), served.guest()
    _bet(pat, "others")
    assert sue.ask("GET", "/api/tables/others/advice", 422)["code"] == "advice/not_now"
    assert pat.ask("GET", "/api/tables/nowhere/advice", 404)["code"] == "table/unknown"
    served.client.cookies.clear()
    assert served.client.get("/api/tables/others/advice").status_code == 401


def test_advice_depends_only_on_what_the_player_sees(served: ServedApp) -> None:
    """With all hidden cards exchanged, the advice is the same."""
    pat = _sit(served, "blind")
    pat.ask("POST", "/api/tables/blind/bots", count=1)
    _bet(pat, "blind")
    _only_own_turn(pat, "blind", "preflop")
    before = pat.ask("GET", "/api/tables/blind/advice")
    _disguise(served, "blind", shown=0)
    assert pat.ask("GET", "/api/tables/blind/advice") == before
    pat.order("blind", {"type": "Act", "player": pat.name, "action": "check"})
    _only_own_turn(pat, "blind", "flop")
    before = pat.ask("GET", "/api/tables/blind/advice")
    _disguise(served, "blind", shown=3)
    assert pat.ask("GET", "/api/tables/blind/advice") == before
    table_writer = served.app.runner.floor.tables.writer("blind")
    seen = replace(table_writer.table, turned=5, phase="river")
    table_writer.progress = replace(table_writer.progress, table=seen)
    after = pat.ask("GET", "/api/tables/blind/advice")
    assert _values(after) != _values(before), "what is turned does count"


def test_bonus_wagers_that_change_play_are_in_every_value(served: ServedApp) -> None:
    """A Bad Beat that a fold loses, and Ultimate Pairs that shares the maximum payout (PA-12)."""
    pat, table, rules = served.guest(), "shared", load_house("hollywood-pa")
    ante = rules.limits.maximum
    pat.ask("POST", "/api/tables", name=table, house=rules.id)
    pat.sit(table, 1, 9 * ante)
    stakes = dict.fromkeys(("ante", "blind", "trips", "bad_beat", "ultimate_pairs"), ante)
    pat.order(table, {"type": "Wager", "player": pat.name, "wagers": stakes})
    view = _until(pat, table, "preflop")["view"]
    hole = tuple(parse_cards(" ".join(_own(view)["cards"])))
    boards = count_boards()
    for street in ("preflop", "flop", "river"):
        board = tuple(parse_cards(" ".join(view["board"])))
        staked = SpotWagers(SeatStakes(rules, stakes, 0), Spot(hole, board))
        assert staked.net is not None
        if board:
            expected = plain_advise(staked.rules, spot=staked.spot, net=staked.net)
        else:
            hands = best_hands(boards, staked.rules, staked.net)
            expected = hands[starting_hand_index(*hole)]
        advice = pat.ask("GET", f"/api/tables/{table}/advice")
        assert _values(advice) == {
            action.value: expected.values[action] for action in expected.values
        }
        assert advice["best"] == expected.best.value
        assert advice["counted"] == list(staked.changing)
        assert "bad_beat" in advice["counted"]
        assert len(advice["binds"]) == len(staked.binds)
        if street != "river":
            pat.order(table, {"type": "Act", "player": pat.name, "action": "check"})
            view = _until(pat, table, "flop" if street == "preflop" else "river")["view"]


def _disguise(served: ServedApp, name: str, shown: int) -> None:
    """Exchange all cards that the player in seat 1 can't see."""
    table_writer = served.app.runner.floor.tables.writer(name)
    table = table_writer.table
    seen = {*table.hands[1], *table.board[:shown]}
    used = seen.union(*table.hands, table.board)
    others = iter([card for card in DECK if card not in used])
    hands = tuple(
        hand if index == 1 else tuple(next(others) for _ in hand)
        for index, hand in enumerate(table.hands)
    )
    board = (*table.board[:shown], *(next(others) for _ in range(5 - shown)))
    changed = replace(table, hands=hands, board=board, deck=tuple(reversed(table.deck)))
    assert changed.hands[0] != table.hands[0]
    table_writer.progress = replace(table_writer.progress, table=changed)


def test_a_bet_that_the_player_can_not_afford_is_not_the_best(served: ServedApp) -> None:
    pat = served.guest()
    pat.ask("POST", "/api/tables", name="short", house="cardroom-25")
    pat.sit("short", 1, 1_500)
    _bet(pat, "short", 500)
    advice = pat.ask("GET", "/api/tables/short/advice")
    reach = {row["action"]: row["open"] for row in advice["actions"]}
    assert reach == {"4x": False, "3x": False, "check": True}
    assert advice["best"] == "check"
    assert {row["action"]: row["cost"] for row in advice["actions"]}["check"] == 0


def test_the_session_sheet_agrees_with_the_hands_and_continues(served: ServedApp) -> None:
    pat = _sit(served, "sheet")
    assert pat.ask("GET", "/api/me/sheet")["hands"] == 0
    nets = []
    for count in (1, 2):
        play_round(pat, "sheet", 1, 500)
        answer = pat.ask("GET", "/api/me/sheet")
        assert (answer["hands"], answer["pending"], answer["unjudged"]) == (count, 0, 0)
        hands = pat.ask("GET", f"/api/hands?player={pat.name}")
        nets = [
            hand["hand"]["finishing"][0] - hand["hand"]["players"][0]["stack"] for hand in hands
        ]
        assert [row["net"] for row in answer["series"]] == nets
        assert answer["net"] == sum(nets) == answer["expected"] + answer["luck"]
        assert answer["best"] + answer["mistakes"] == answer["expected"]
        assert answer["streets"]["preflop"]["decisions"] == count
        assert answer["streets"]["river"]["decisions"] == count
        costs = [street["cost"] for street in answer["streets"].values()]
        assert answer["cost"] == pytest.approx(sum(costs))
    last = answer["series"][-1]["at"]
    assert pat.ask("GET", f"/api/me/sheet?since={last}")["hands"] == 1
    assert pat.ask("GET", "/api/me/sheet?since=x", 422)["code"] == "query/number"
    after = served.app.runner.sheets._players[pat.name].after
    assert after is not None
    assert (after.stream, after.round) == ("table/sheet", 2), "read on from there next time"


def test_hands_of_an_unsolved_game_are_listed_separately(served: ServedApp) -> None:
    pat = served.guest()
    blind = {
        "royal_flush": "500 to 1",
        "straight_flush": "50 to 1",
        "four_of_a_kind": "10 to 1",
        "full_house": "3 to 1",
        "flush": "99989 to 99991",
        "straight": "1 to 99989",
    }
    design: dict[str, Any] = {"house": "cardroom-25", "entries": {"paytable.blind": blind}}
    toml = pat.ask("POST", "/api/designer/check", **design)["toml"]
    pat.ask("POST", "/api/tables", name="odd", rulebook=toml)
    pat.sit("odd", 1, 100_000)
    play_round(pat, "odd", 1, 500)
    answer = pat.ask("GET", "/api/me/sheet")
    assert (answer["hands"], answer["unjudged"], answer["pending"]) == (0, 1, 0)


def test_the_starting_hands_are_those_of_the_table_s_own_game(served: ServedApp) -> None:
    pat = served.guest()
    for name, preflop in (("four-or-three", [4, 3]), ("three-alone", [3])):
        settings = {**HEAD, "play": {"preflop": preflop}}
        pat.ask("POST", "/api/tables", name=name, house="cardroom-25", settings=settings)
        hands = pat.ask("GET", f"/api/tables/{name}/starting-hands")["hands"]
        assert len(hands) == 169
        aces = next(hand for hand in hands if hand["name"] == "AA")
        assert aces["best"] == f"{preflop[0]}x"
        assert set(aces["values"]) == {"check", *(f"{one}x" for one in preflop)}
    assert pat.ask("GET", "/api/tables/none/starting-hands", 404)["code"] == "table/unknown"


def test_other_multiples_are_advised_and_judged(served: ServedApp) -> None:
    pat = served.guest()
    entries = {"play.preflop": [12, 3], "play.flop": [5, 1], "play.river": [2, 1]}
    design: dict[str, Any] = {"house": "cardroom-25", "entries": entries}
    toml = pat.ask("POST", "/api/designer/check", **design)["toml"]
    rules = game_rules(load_text(toml))
    pat.ask("POST", "/api/tables", name="own", rulebook=toml)
    pat.sit("own", 1, 100_000)
    hole = tuple(parse_cards(" ".join(_own(_bet(pat, "own"))["cards"])))
    advice = pat.ask("GET", "/api/tables/own/advice")
    known = solve(rules, endings=False).hands[starting_hand_index(*hole)]
    assert [row["action"] for row in advice["actions"]] == ["12x", "3x", "check"]
    assert _values(advice) == {action.value: value for action, value in known.values.items()}
    pat.order("own", {"type": "Act", "player": pat.name, "action": "check"})
    seen = _until(pat, "own", "flop")
    board = parse_cards(" ".join(seen["view"]["board"]))
    advice = pat.ask("GET", "/api/tables/own/advice")
    right = advise(rules, spot=Spot(hole, tuple(board)))
    assert [row["action"] for row in advice["actions"]] == ["5x", "1x", "check"]
    assert _values(advice) == {action.value: value for action, value in right.values.items()}
    assert advice["best"] == right.best.value
    pat.order("own", {"type": "Act", "player": pat.name, "action": "1x"})
    pat.until("own", lambda view: view["phase"] == "betting")
    answer = pat.ask("GET", "/api/me/sheet")
    assert (answer["hands"], answer["unjudged"]) == (1, 0)
    assert answer["cost"] == pytest.approx(
        float(known.value - known.values[Action.CHECK]) + float(right.costs[Action.ONE])
    )
