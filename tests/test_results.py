"""A run ends with a line of what passed and failed, which its own reports say."""

from __future__ import annotations

import pytest

from tests.results import main

PASSING = "def test_one(): pass\ndef test_two(): pass\n"
FAILING = """
import pytest

def test_one(): pass
def test_two(): assert False
def test_three(no_such_fixture): pass
@pytest.mark.skip
def test_four(): pass
"""


@pytest.mark.parametrize(
    ("tests", "line", "status"),
    [
        (PASSING, "2 passed, 0 failed", 0),
        (FAILING, "1 passed, 2 failed, 1 skipped", 1),
        ("", "0 passed, 0 failed", 1),
    ],
)
def test_the_closing_line_counts_what_pytest_reported(
    pytester: pytest.Pytester,
    capsys: pytest.CaptureFixture[str],
    tests: str,
    line: str,
    status: int,
) -> None:
    pytester.makepyfile(tests)
    report = pytester.path / "report.xml"
    pytester.inline_run(f"--junitxml={report}", "-p", "no:cacheprovider")
    capsys.readouterr()
    assert main([report]) == status
    assert capsys.readouterr().out == f"{line}\n"


def test_the_reports_of_one_run_are_added(
    pytester: pytest.Pytester, capsys: pytest.CaptureFixture[str]
) -> None:
    report = pytester.path / "report.xml"
    pytester.makepyfile(PASSING)
    pytester.inline_run(f"--junitxml={report}", "-p", "no:cacheprovider")
    capsys.readouterr()
    assert main([report, report]) == 0
    assert capsys.readouterr().out == "4 passed, 0 failed\n"
    empty = pytester.path / "empty.xml"
    empty.write_text("<testsuites/>")
    assert main([report, empty]) == 1, "one of two runs had no tests"


def test_without_a_report_nothing_has_passed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert capsys.readouterr().out == "0 passed, 0 failed\n"
