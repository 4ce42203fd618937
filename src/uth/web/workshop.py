"""What the worker does: solves, PAR sheets, advice and judgements, each answered as JSON."""

from __future__ import annotations

import time
from collections import OrderedDict
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec

import msgspec

from uth.coach.judging import Judge
from uth.core.cards import parse_cards
from uth.core.refusal import Refusal
from uth.exact.advising import Spot, advise, river_bad_beat
from uth.exact.boards import Boards, count_boards
from uth.exact.house import bad_beat, game_rules
from uth.exact.house_bets import HouseBet, house_bets
from uth.exact.outcomes import DEALS
from uth.exact.par_files import MEDIA, one_file, usual_ante
from uth.exact.rules import GameRules
from uth.exact.solution import Solution, StartingHand
from uth.exact.solving import solve
from uth.rulebook.canonical import digest, from_canonical
from uth.rulebook.model import Rulebook
from uth.web.analysis_messages import (
    BetLine,
    NetLine,
    ParFile,
    SideBet,
    Solved,
    StartingHandLine,
)
from uth.web.jobs import AdviceJob, Job, JudgeJob, ParJob, SolveJob, Values

MOST_SOLUTIONS = 3
"""How many solved games are kept; each takes some twenty megabytes."""

REPORTS = {"html": ("jinja2", "matplotlib"), "markdown": ("jinja2",), "json": ()}
"""What a PAR sheet needs beyond the mathematics, by its form."""


class Workshop:
    """Keeps the boards and the last solutions; many houses share one base game."""

    def __init__(self) -> None:
        self._boards: Boards | None = None
        self._solutions: OrderedDict[GameRules, Solution] = OrderedDict()

    @property
    def boards(self) -> Boards:
        self._boards = self._boards or count_boards()
        return self._boards

    def solution(self, rules: GameRules) -> Solution:
        found = self._solutions.pop(rules, None)
        self._solutions[rules] = found or solve(rules, boards=self.boards)
        while len(self._solutions) > MOST_SOLUTIONS:
            self._solutions.popitem(last=False)
        return self._solutions[rules]

    def do(self, job: Job) -> bytes:
        """The answer, as the API gives it."""
        rules = _rulebook(job.rulebook)
        match job:
            case SolveJob():
                return msgspec.json.encode(self._solve(rules))
            case ParJob():
                return msgspec.json.encode(self._par(rules, job))
            case AdviceJob():
                return msgspec.json.encode(self._advise(rules, job))
            case JudgeJob():
                judge = Judge(rules, self.solution(game_rules(rules)))
                return msgspec.json.encode([judge.hand(hand) for hand in job.hands])

    def _solve(self, rules: Rulebook) -> Solved:
        began = time.perf_counter()
        solution = self.solution(game_rules(rules))
        bets = house_bets(rules, solution)
        wins = sum(count for net, count in solution.net.items() if net > 0)
        return Solved(
            digest(rules),
            rules.id,
            rules.name,
            str(solution.ev),
            float(solution.house_edge),
            float(solution.element_of_risk),
            float(solution.average_wager),
            solution.moments.deviation,
            solution.moments.skewness,
            float(Fraction(wins, DEALS)),
            {action.value: float(often) for action, often in solution.frequencies.items()},
            {
                action.value: {result.value: float(often) for result, often in ends.items()}
                for action, ends in solution.endings.items()
            },
            tuple(
                NetLine(float(net), str(net), count, count / DEALS)
                for net, count in solution.net.items()
            ),
            DEALS,
            tuple(map(_side_bet, bets)),
            tuple(map(_starting_hand, reversed(solution.hands))),
            round(time.perf_counter() - began, 3),
        )

    def _par(self, rules: Rulebook, job: ParJob) -> ParFile:
        missing = [name for name in REPORTS[job.form] if find_spec(name) is None]
        if missing:
            raise Refusal("install/missing", f"this needs {' and '.join(missing)}")
        ante = job.ante or usual_ante(rules)
        solution = self.solution(game_rules(rules))
        text = one_file(rules, solution, self.boards, ante, job.form)
        ending, media = MEDIA[job.form]
        return ParFile(f"{rules.id}.par.{ending}", media, text)

    def _advise(self, rules: Rulebook, job: AdviceJob) -> Values:
        spot = Spot(parse_cards(job.cards), parse_cards(job.board), parse_cards(job.dead))
        found = advise(game_rules(rules), spot=spot)
        values = {action.value: str(value) for action, value in found.values.items()}
        if not job.bad_beat:
            return Values(values)
        beside = river_bad_beat(bad_beat(rules, Fraction(job.bad_beat)), spot)
        return Values(values, str(beside))


@lru_cache(maxsize=16)
def _rulebook(text: str) -> Rulebook:
    return from_canonical(text)


def _side_bet(bet: HouseBet) -> SideBet:
    lottery = bet.lottery
    return SideBet(
        bet.name,
        bet.table,
        float(lottery.edge),
        str(lottery.edge),
        float(lottery.hit_rate),
        lottery.deviation,
        bet.assumption,
        tuple(
            BetLine(line.label, str(line.net), float(lottery.chance(line)))
            for line in lottery.lines
        ),
    )


def _starting_hand(hand: StartingHand) -> StartingHandLine:
    return StartingHandLine(
        hand.name,
        hand.holdings,
        {action.value: float(value) for action, value in hand.values.items()},
        {action.value: str(value) for action, value in hand.values.items()},
        hand.best.value,
    )
