"""`python -m tests.conformance FILE`: judge every wrong rule, and write down what was found."""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

from tests.conformance.runner import run, write
from tests.conformance.wrong_rules import written_rules, wrong_rules


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write what was found")
    parser.add_argument("--catalog", type=Path, help="a folder of wrong rules, instead of all")
    parser.add_argument("--tests", nargs="*", help="test files, instead of all that mark a clause")
    parser.add_argument("--only", nargs="*", help="names of wrong rules")
    given, started = parser.parse_args(), time.monotonic()
    rules = list(written_rules(given.catalog)) if given.catalog else wrong_rules()
    runner = run([rule for rule in rules if given.only is None or rule.name in given.only],
                 given.tests)  # fmt: skip
    write(runner, given.file)
    broken = sum(len(result.rule.clauses) for result in runner.results)
    caught = sum(len(result.killed) for result in runner.results)
    processor = sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
    print(
        f"{len(runner.results)} wrong rules against {broken} clauses, {caught} caught; "
        f"{time.monotonic() - started:.0f} s, {processor:.0f} s of processor"
    )


if __name__ == "__main__":
    main()
