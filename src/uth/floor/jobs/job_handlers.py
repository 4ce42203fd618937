"""What the worker does: solves, PAR sheets, advice and judgements, each answered as JSON."""

from __future__ import annotations

import time
from collections import OrderedDict
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec

import msgspec

from uth.coach.judge import Judge
from uth.core.cards import parse_cards
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise, river_bad_beat
from uth.exact.bets.envy import envy_mean
from uth.exact.bets.house_bets import HouseBet, house_bets
from uth.exact.bets.mystery import Mystery
from uth.exact.bets.progressive import ProgressiveBet, total_edge
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.house_game import bad_beat, game_rules
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solution import Solution, StartingHand
from uth.exact.solver.solve import solve, with_endings
from uth.floor.jobs.answers import (
    BetLine,
    FirstFigures,
    JackpotFigures,
    NetLine,
    ParFile,
    SideBet,
    Solved,
    StartingHandLine,
)
from uth.floor.jobs.job_messages import AdviceJob, EdgeJob, Job, JudgeJob, ParJob, SolveJob, Values
from uth.reports.par.antes import usual_ante
from uth.reports.par.files import FORMATS, par_file
from uth.rulebook.canonical import digest, from_canonical
from uth.rulebook.model import Progressive, Rulebook

MOST_SOLUTIONS = 3
"""How many solved games are kept; each takes some twenty megabytes."""

OTHERS = 5
"""Seats beside one's own, for Envy."""
REPORTS = {"html": ("jinja2", "matplotlib"), "markdown": ("jinja2",), "json": ()}
"""What a PAR sheet needs beyond the mathematics, by its form."""


class JobHandlers:
    """Keeps the boards and the last solutions; many houses share one base game."""

    def __init__(self) -> None:
        self._boards: Boards | None = None
        self._solutions: OrderedDict[GameRules, Solution] = OrderedDict()

    @property
    def boards(self) -> Boards:
        self._boards = self._boards or count_boards()
        return self._boards

    def valued(self, rules: GameRules) -> Solution:
        """Value and strategy, and how hands end where that was asked for before."""
        found = self._solutions.get(rules) or solve(rules, boards=self.boards, endings=False)
        return self._keep(rules, found)

    def solution(self, rules: GameRules) -> Solution:
        found = self.valued(rules)
        return found if found.outcomes else self._keep(rules, with_endings(found, self.boards))

    def _keep(self, rules: GameRules, solution: Solution) -> Solution:
        self._solutions[rules] = solution
        self._solutions.move_to_end(rules)
        while len(self._solutions) > MOST_SOLUTIONS:
            self._solutions.popitem(last=False)
        return solution

    def do(self, job: Job) -> bytes:
        """The answer, as the API gives it."""
        rules = _rulebook(job.rulebook)
        match job:
            case EdgeJob():
                return msgspec.json.encode(self._value(rules))
            case SolveJob():
                return msgspec.json.encode(self._solve(rules, job.meter or rules.progressive.seed))
            case ParJob():
                return msgspec.json.encode(self._par(rules, job))
            case AdviceJob():
                return msgspec.json.encode(self._advise(rules, job))
            case JudgeJob():
                judge = Judge(rules, self.solution(game_rules(rules)))
                return msgspec.json.encode([judge.judge_round(hand) for hand in job.hands])

    def _value(self, rules: Rulebook) -> FirstFigures:
        found = self.valued(game_rules(rules))
        edge = float(found.house_edge)
        return FirstFigures(digest(rules), rules.id, rules.name, str(found.ev), edge)

    def _solve(self, rules: Rulebook, meter: Cents) -> Solved:
        began = time.perf_counter()
        solution = self.solution(game_rules(rules))
        at = None if meter == rules.progressive.seed else meter
        bets = house_bets(rules, solution, at)
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
            _jackpot(rules.progressive, meter) if rules.progressive.offered else None,
            tuple(map(_starting_hand, reversed(solution.hands))),
            round(time.perf_counter() - began, 3),
        )

    def _par(self, rules: Rulebook, job: ParJob) -> ParFile:
        missing = [name for name in REPORTS[job.form] if find_spec(name) is None]
        if missing:
            raise Refusal("install/missing", f"this needs {' and '.join(missing)}")
        ante = job.ante or usual_ante(rules)
        solution = self.solution(game_rules(rules))
        text = par_file(rules, solution, self.boards, ante, job.form)
        ending, media = FORMATS[job.form]
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
    returns = bet.returns
    return SideBet(
        bet.name,
        bet.table,
        float(returns.edge),
        str(returns.edge),
        float(returns.hit_rate),
        returns.deviation,
        bet.assumption,
        tuple(
            BetLine(line.label, str(line.net), float(returns.chance(line)))
            for line in returns.lines
        ),
    )


def _jackpot(terms: Progressive, meter: Cents) -> JackpotFigures:
    bet = ProgressiveBet(terms)
    even = bet.break_even
    return JackpotFigures(
        meter,
        None if even is None else float(even),
        float(bet.long_run_edge),
        float(envy_mean(terms, OTHERS)),
        float(Mystery(terms).long_run_value),
        float(total_edge(terms, OTHERS)),
    )


def _starting_hand(hand: StartingHand) -> StartingHandLine:
    return StartingHandLine(
        hand.name,
        hand.holdings,
        {action.value: float(value) for action, value in hand.values.items()},
        {action.value: str(value) for action, value in hand.values.items()},
        hand.best.value,
    )
