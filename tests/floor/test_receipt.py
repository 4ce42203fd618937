"""Receipts: `uth verify` and the stand-alone verifier give the same verdicts."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.floor.receipt_files import to_text
from tests.floor.rounds import JOURNAL, betting, finished, played, shuffle_for
from tests.floor.sources import Bytes
from tests.patience import PATIENCE
from uth.core.refusal import Refusal
from uth.floor.fairness import verify_receipt
from uth.floor.fairness.mystery_value import draw_value
from uth.floor.fairness.receipts import (
    AnyReceipt,
    check_receipt,
    mystery_receipt,
    read_receipt,
    receipt_of,
)
from uth.rulebook import store
from uth.rulebook.procedures import PROCEDURES
from uth.table import commands as c

SCRIPT = Path(verify_receipt.__file__)
HOUSES = store.HOUSES


def ours(text: str, shown: str = "") -> str:
    """The verdict of `uth verify`."""
    try:
        check_receipt(read_receipt(text), shown)
    except Refusal as error:
        return str(error)
    return "good"


def verdict(text: str, shown: str = "") -> str:
    """The code of the verdict, which must be the same from both verifiers."""
    one, other = ours(text, shown), verify_receipt.check(text, shown)
    assert one.split(":")[0] == other.split(":")[0], (one, other, text)
    if not one.startswith(("receipt/malformed", "receipt/format")):
        assert one == other
    assert one.isprintable()
    assert other.isprintable()
    return one


def code(text: str) -> str:
    return verdict(text).split(":")[0]


def a_mystery() -> AnyReceipt:
    progressive = store.load_house("hollywood-pa").progressive
    value = draw_value(progressive, "five-card", 3, Bytes())
    return mystery_receipt(value, value.target() + 10, JOURNAL)


def raw(receipt: AnyReceipt) -> dict[str, Any]:
    decoded: dict[str, Any] = json.loads(to_text(receipt))
    return decoded


ROUND = raw(played("hollywood-pa", {5: "lucky dog", 2: "Glück"})[1])
MYSTERY = raw(a_mystery())


@pytest.mark.parametrize("procedure", PROCEDURES)
@pytest.mark.parametrize("house", HOUSES)
def test_a_round_of_every_house_is_good(house: str, procedure: str) -> None:
    _, receipt = played(house, {2: "a", 5: "b"}, procedure)
    assert verdict(to_text(receipt)) == "good"
    assert receipt.deal is not None
    assert receipt.deal.procedure == procedure
    assert receipt.deal.seats.keys() == {"2", "5"}
    assert receipt.ending == "settled"
    assert read_receipt(to_text(receipt)) == receipt


def test_the_receipt_has_the_cards_that_were_dealt() -> None:
    game = betting("california", (1, 4))
    shuffle = shuffle_for(game).close()
    game.close()
    game.do(c.Deal(shuffle.deck()))
    hands, board = game.hands(), game.table.board
    game.finish({1: "fold", 4: "fold"})
    receipt = receipt_of(shuffle, game.events)
    assert receipt.deal is not None
    assert {int(seat): " ".join(cards) for seat, cards in receipt.deal.seats.items()} == {
        seat: cards for seat, cards in hands.items() if seat
    }
    assert " ".join(receipt.deal.dealer) == hands[0]
    assert receipt.deal.board == tuple(card.text for card in board)
    assert receipt.journal is None


@pytest.mark.parametrize("dealt", [False, True])
def test_a_void_round_opens_its_commitment_too(dealt: bool) -> None:
    """After a settled round, whose deal must not appear in the void one."""
    game = betting("cardroom-25")
    finished(game, shuffle_for(game).close())
    game.bet(2, 1_500)
    shuffle = shuffle_for(game).close()
    game.close()
    if dealt:
        game.do(c.Deal(shuffle.deck()))
    game.void("shuffler-malfunction")
    receipt = receipt_of(shuffle, game.events)
    assert (receipt.round, receipt.ending) == (2, "void")
    assert (receipt.deal is not None) == dealt
    assert verdict(to_text(receipt)) == "good"


def test_no_seed_is_shown_before_the_round_is_over() -> None:
    game = betting("cardroom-25")
    shuffle = shuffle_for(game).close()
    early = r"^receipt/too_early: the seed is revealed when the round is over \(round\)$"
    for command in (c.CloseBets(), c.Deal(shuffle.deck()), c.Act("P2", "check")):
        with pytest.raises(Refusal, match=early):
            receipt_of(shuffle, game.events)
        game.do(command)
    with pytest.raises(Refusal, match=early):
        receipt_of(shuffle, game.events)
    game.finish({2: "fold", 5: "fold"})
    assert receipt_of(shuffle, game.events).seed
    later = shuffle_for(game).close()
    with pytest.raises(Refusal, match=early):
        receipt_of(later, game.events)
    game.bet(2, 1_500).close()
    with pytest.raises(Refusal, match=early):
        receipt_of(shuffle, game.events)


def test_a_deck_from_elsewhere_has_no_receipt() -> None:
    game = betting("cardroom-25")
    shuffle = shuffle_for(game).close()
    game.close()
    game.do(c.Deal(shuffle_for(game, "elsewhere").close().deck()))
    game.finish({2: "fold", 5: "fold"})
    with pytest.raises(Refusal, match=r"^receipt/other_deck: "):
        receipt_of(shuffle, game.events)


def changed(receipt: dict[str, Any], path: str, value: Any) -> str:
    """A receipt with one entry replaced; `...` removes it."""
    altered = copy.deepcopy(receipt)
    *outer, last = path.split(".")
    inner: Any = altered
    for step in outer:
        inner = inner[int(step) if isinstance(inner, list) else step]
    key: Any = int(last) if isinstance(inner, list) else last
    if value is ...:
        del inner[key]
    else:
        inner[key] = value
    return json.dumps(altered)


OTHER = "0f" * 32
CARDS = ROUND["deck"]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("table", "T-2", "receipt/commitment"),
        ("round", 2, "receipt/commitment"),
        ("house", "california", "receipt/commitment"),
        ("rulebook", OTHER, "receipt/commitment"),
        ("seed", OTHER, "receipt/commitment"),
        ("commitment", OTHER, "receipt/commitment"),
        ("player_seeds.5", "lucky cat", "receipt/deck"),
        ("player_seeds", {"5": "lucky dog"}, "receipt/deck"),
        ("player_seeds", {}, "receipt/deck"),
        ("player_seeds", {"2": "lucky dog", "5": "Glück"}, "receipt/deck"),
        ("player_seeds.6", "one more", "receipt/deck"),
        ("deck", [*CARDS[:50], CARDS[51], CARDS[50]], "receipt/deck"),
        ("deck.51", CARDS[0], "receipt/deck"),
        ("deal.dealer", ROUND["deal"]["dealer"][::-1], "receipt/deal"),
        ("deal.board.4", CARDS[40], "receipt/deal"),
        ("deal.seats.5.0", CARDS[40], "receipt/deal"),
        ("deal.seats.5", ..., "receipt/deal"),
        ("deal.seats.1", CARDS[40:42], "receipt/deal"),
        ("deal.procedure", "shoe", "receipt/deal"),
        ("deal", None, "receipt/deal"),
        ("format", "uth-receipt/2", "receipt/format"),
        ("format", "uth-mystery/1", "receipt/malformed"),
        ("format", 1, "receipt/malformed"),
        ("round", 0, "receipt/malformed"),
        ("round", True, "receipt/malformed"),
        ("round", 1.0, "receipt/malformed"),
        ("round", "1", "receipt/malformed"),
        ("round", 10**15 + 1, "receipt/malformed"),
        ("table", "", "receipt/malformed"),
        ("table", "T-1\nround 1", "receipt/malformed"),
        ("table", "\ud800", "receipt/malformed"),
        ("house", "x" * 65, "receipt/malformed"),
        ("seed", ROUND["seed"].upper(), "receipt/malformed"),
        ("seed", ROUND["seed"] + "\n", "receipt/malformed"),
        ("seed", ROUND["seed"][:-1], "receipt/malformed"),
        ("rulebook", None, "receipt/malformed"),
        ("player_seeds.7", "x", "receipt/malformed"),
        ("player_seeds.05", "x", "receipt/malformed"),
        ("player_seeds.5", "a\nb", "receipt/malformed"),
        ("player_seeds", [], "receipt/malformed"),
        ("deck.3", "1h", "receipt/malformed"),
        ("deck.3", "Ah\n", "receipt/malformed"),
        ("deck.3", ..., "receipt/malformed"),
        ("deck", " ".join(CARDS), "receipt/malformed"),
        ("deal.seats.5.0", ..., "receipt/malformed"),
        ("deal.seats.0", CARDS[:2], "receipt/malformed"),
        ("deal.procedure", "riffle", "receipt/malformed"),
        ("deal.burnt", [], "receipt/malformed"),
        ("deal", {}, "receipt/malformed"),
        ("ending", "won", "receipt/malformed"),
        ("ending", ..., "receipt/malformed"),
        ("journal", ..., "receipt/malformed"),
        ("journal.head", "x", "receipt/malformed"),
        ("journal.version", -1, "receipt/malformed"),
        ("note", "x", "receipt/malformed"),
        ("no\nte", "x", "receipt/malformed"),
    ],
)
def test_each_way_in_which_a_round_s_receipt_can_be_wrong(
    path: str, value: Any, expected: str
) -> None:
    assert code(changed(ROUND, path, value)) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("meter", "other", "receipt/commitment"),
        ("number", 4, "receipt/commitment"),
        ("low", MYSTERY["low"] - 1, "receipt/commitment"),
        ("high", MYSTERY["high"] + 1, "receipt/commitment"),
        ("increment", MYSTERY["increment"] + 1, "receipt/commitment"),
        ("seed", OTHER, "receipt/commitment"),
        ("commitment", OTHER, "receipt/commitment"),
        ("value", MYSTERY["value"] + 1, "receipt/value"),
        ("paid", MYSTERY["value"] - 1, "receipt/paid"),
        ("paid", MYSTERY["value"] + MYSTERY["increment"] + 1, "receipt/paid"),
        ("low", MYSTERY["high"] + 1, "receipt/malformed"),
        ("number", 0, "receipt/malformed"),
        ("paid", -1, "receipt/malformed"),
        ("meter", "", "receipt/malformed"),
        ("format", "uth-receipt/1", "receipt/malformed"),
        ("deal", None, "receipt/malformed"),
    ],
)
def test_each_way_in_which_a_mystery_s_receipt_can_be_wrong(
    path: str, value: Any, expected: str
) -> None:
    assert code(json.dumps(MYSTERY)) == "good"
    assert code(changed(MYSTERY, path, value)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '"uth-receipt/1"',
        "{",
        "\ufeff{}",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": null}',
        '{"format": "uth-receipt/1"}',
        json.dumps(ROUND)[:-1] + ', "seed": "' + ROUND["seed"] + '"}',
        json.dumps(ROUND).replace('"version": 41', '"version": 41, "version": 41'),
        json.dumps(ROUND).replace('"round": 1', '"round": ' + "9" * 5_000),
        json.dumps(ROUND).replace('"round": 1', '"round": NaN'),
        json.dumps(ROUND).replace('"round": 1', '"round": 1e0'),
        json.dumps([ROUND]),
    ],
)
def test_what_is_no_receipt_at_all(text: str) -> None:
    assert code(text) == "receipt/malformed"


def test_the_journal_s_head_may_be_missing_and_is_not_checked_here() -> None:
    assert code(changed(ROUND, "journal", None)) == "good"
    assert code(changed(ROUND, "journal.version", 40)) == "good"


def test_every_character_of_what_was_dealt_matters() -> None:
    """A changed card is detected in every position."""
    places = [f"deck.{at}" for at in range(52)]
    places += [f"deal.dealer.{at}" for at in range(2)] + [f"deal.board.{at}" for at in range(5)]
    places += [f"deal.seats.{seat}.{at}" for seat in (2, 5) for at in range(2)]
    for entry in places:
        for card in (CARDS[0], CARDS[30]):
            text = changed(ROUND, entry, card)
            if json.loads(text) != ROUND:
                sentence = verdict(text)
                assert sentence.startswith(f"receipt/{entry[:4]}: expected ")
                assert f", but the receipt has {card} (" in sentence


def test_a_commitment_that_was_not_shown_is_refused() -> None:
    text = json.dumps(ROUND)
    assert verdict(text, ROUND["commitment"]) == "good"
    assert (
        verdict(text, OTHER)
        == "receipt/not_shown: you were shown a different commitment (commitment)"
    )


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every position in a receipt, including the whole."""
    yield here
    if isinstance(value, dict):
        for name in value:
            yield from paths(value[name], (*here, name))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from paths(item, (*here, at))


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=True),
    st.text(max_size=66),
    st.sampled_from([*CARDS, *map(str, range(8)), "void", "settled", ROUND["seed"], "shoe"]),
    st.lists(st.sampled_from(CARDS), max_size=6),
    st.dictionaries(st.sampled_from(["1", "5", "7", "head", "seat"]), st.text(max_size=3)),
)


@pytest.mark.slow
@settings(max_examples=400)
@given(st.data())
def test_both_verifiers_agree_on_anything(data: st.DataObject) -> None:
    receipt = copy.deepcopy(data.draw(st.sampled_from([ROUND, MYSTERY])))
    for _ in range(data.draw(st.integers(1, 3))):
        *outer, last = data.draw(st.sampled_from([path for path in paths(receipt) if path]))
        inner: Any = receipt
        for step in outer:
            inner = inner[step]
        what = data.draw(st.sampled_from(["put", "take", "add"]))
        if what == "put":
            inner[last] = data.draw(JUNK)
        elif what == "take":
            del inner[last]
        elif isinstance(inner, list):
            inner.insert(last, data.draw(JUNK))
        else:
            inner[data.draw(st.sampled_from(["1", "3", "x", "deal", "journal"]))] = data.draw(JUNK)
    text = json.dumps(receipt)
    if code(text) == "good":
        good = ROUND if "deck" in receipt else MYSTERY
        for entry in good.keys() - {"journal", "ending"}:
            assert receipt[entry] == good[entry] or (
                entry == "deal" and receipt["ending"] == "void"
            )


@settings(max_examples=200)
@given(st.binary(min_size=1, max_size=1), st.integers(0, 10_000))
def test_both_verifiers_agree_on_a_changed_byte(byte: bytes, at: int) -> None:
    text = bytearray(json.dumps(ROUND).encode())
    text[at % len(text)] = byte[0]
    code(text.decode("latin-1"))


def run_script(path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it isolated, without site-packages, so that it can import nothing of the project."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", path, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_the_script_stands_alone(tmp_path: Path) -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 100
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= set(sys.stdlib_module_names)
    script = tmp_path / "verify_receipt.py"
    script.write_text(text, encoding="utf-8")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(ROUND), encoding="utf-8")
    bad.write_text(changed(ROUND, "deck.51", CARDS[0]), encoding="utf-8")
    for words in ([good], [good, ROUND["commitment"]]):
        ran = run_script(script, *map(str, words))
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "good\n", "")
    for words, sentence in (
        ([bad], f"receipt/deck: expected {CARDS[51]}, but the receipt has {CARDS[0]} (deck)\n"),
        ([good, OTHER], "receipt/not_shown: you were shown a different commitment (commitment)\n"),
    ):
        ran = run_script(script, *map(str, words))
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", sentence)


def test_the_script_refuses_what_it_can_t_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    for words, start in (
        ([str(tmp_path / "nothing.json")], "input/unreadable: "),
        ([str(binary)], "input/not_utf8: "),
        ([], "input/unreadable: "),
    ):
        ran = run_script(SCRIPT, *words)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith(start)
        assert ran.stderr.count("\n") == 1
