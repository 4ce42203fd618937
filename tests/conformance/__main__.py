"""`python -m tests.conformance FILE`: judge every wrong rule, and write down what was found."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from tests.conformance.runner import run, write
from tests.conformance.wrong_rules import wrong_rules

if __name__ == "__main__":
    started = time.monotonic()
    names = sys.argv[2:]
    runner = run([rule for rule in wrong_rules() if not names or rule.name in names])
    write(runner, Path(sys.argv[1]))
    pairs = [(len(result["clauses"]), len(result["killed"])) for result in runner.results]  # type: ignore[arg-type]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{len(pairs)} wrong rules, {sum(pair[0] for pair in pairs)} clauses broken, "
        f"{sum(pair[1] for pair in pairs)} found; {time.monotonic() - started:.0f} s, "
        f"{used.ru_utime + used.ru_stime + own.ru_utime + own.ru_stime:.0f} s of processor"
    )
