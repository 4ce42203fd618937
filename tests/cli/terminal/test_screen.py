"""What fits on a small screen, and what is shown without colours or symbols."""

from __future__ import annotations

import codecs
import io

import pytest
from rich.cells import cell_len

from tests.cli.terminal.scripted_session import ScriptedSession
from uth.cli.terminal import display
from uth.core.cards import parse_cards
from uth.rulebook.store import HOUSES


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("house", HOUSES)
def test_nothing_is_wider_than_the_screen(house: str, width: int) -> None:
    answers = ["d", "", "", "", ""] if "california" in house else ["", "", "", ""]
    session = ScriptedSession(house, answers, bots=5, width=width, height=24)

    assert max(cell_len(row) for row in session.text.splitlines()) <= width


@pytest.mark.parametrize("house", HOUSES)
def test_the_felt_and_its_question_fit_in_24_lines(house: str) -> None:
    answers = ["d", "", "c"] if "california" in house else ["", "c"]
    session = ScriptedSession(
        house, answers, bots=5, seat=6, force_terminal=True, color_system=None, legacy_windows=False
    )

    clear = "\x1b[2J"
    frames = [frame for frame in session.text.split(clear) if "Your move" in frame]
    assert frames
    for frame in frames:
        above = frame[: frame.index("Your move")]
        assert above.count("\n") <= 22


def test_backs_have_the_colour_of_their_deck_and_suits_have_four_colours() -> None:
    text = display.cards(parse_cards("Ac Ad Ah As"))

    assert text.plain == "A♣ A♦ A♥ A♠"
    assert len({span.style for span in text.spans if span.style}) == 4
    assert "red" in str(display.backs(2, "red").spans[0].style)
    assert "blue" in str(display.backs(2, "blue").spans[0].style)


def test_without_symbols_cards_are_written_in_letters() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=display.LETTERS_FOR_SYMBOLS)
    stream.write("A♥ K♠ ░░ “No more bets.” −5 ⚅")
    stream.seek(0)

    assert stream.read() == 'Ah Ks ## "No more bets." -5 ?'
    with pytest.raises(UnicodeDecodeError):
        codecs.lookup_error(display.LETTERS_FOR_SYMBOLS)(
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no")
        )


def test_amounts() -> None:
    amounts = [display.plain(amount) for amount in (0, 1250, 100_000, -500)]
    assert amounts == ["0", "12.50", "1,000", "−5"]
    assert display.exact(-123_456_789) == "−1,234,567.89"
