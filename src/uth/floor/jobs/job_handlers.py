"""What the worker does: solves, PAR sheets, advice and judgements, answered as JSON."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property, lru_cache
from importlib.util import find_spec

import msgspec

from uth.coach.drills import drill_spots
from uth.coach.judge import Judge
from uth.core.cards import parse_cards
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.advice import Spot, advise
from uth.exact.bets.combined_play import combined_play
from uth.exact.bets.house_bets import HouseBet, house_bets
from uth.exact.bets.jackpots.envy import envy_mean
from uth.exact.bets.jackpots.mystery import Mystery
from uth.exact.bets.jackpots.progressive import ProgressiveBet, total_edge
from uth.exact.bets.spot_wagers import SeatStakes, SpotWagers
from uth.exact.solver.ante_game import bindings, game_at
from uth.exact.solver.boards import Boards, count_boards
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve, with_endings
from uth.exact.solver.strategy import StartingHand
from uth.exact.spot_endings import BestHands, advise_wagers
from uth.exact.warmup import prepare
from uth.floor.jobs.answers import (
    BetLine,
    CombinedFigures,
    FirstFigures,
    JackpotFigures,
    NetLine,
    ParFile,
    SideBet,
    Solved,
    StartingHandLine,
)
from uth.floor.jobs.job_messages import (
    AdviceJob,
    DrillJob,
    EdgeJob,
    JudgeJob,
    Mathematics,
    ParJob,
    PrepareJob,
    SimulateJob,
    SolveJob,
    Values,
)
from uth.floor.jobs.simulations import Simulations
from uth.reports.assumptions import assumption_facts
from uth.reports.bindings import binding_lines
from uth.reports.par.antes import usual_ante
from uth.reports.par.files import FORMATS, par_file
from uth.rulebook.canonical import digest, from_canonical
from uth.rulebook.model import ProgressiveRules, Rulebook
from uth.table.wire import to_json

MOST_SOLUTIONS = 3
"""How many solved games are cached; each takes about 20 MB."""

OTHERS = 5
"""Other players at the table, for Envy."""
REPORTS: dict[str, tuple[str, ...]] = {
    "html": ("jinja2", "matplotlib"),
    "markdown": ("jinja2",),
    "json": (),
}
"""The packages that a PAR sheet needs, by format."""


_read_rulebook = lru_cache(16)(from_canonical)


class JobHandlers:
    """Caches the boards and the latest solutions; many houses share one base game."""

    def __init__(self) -> None:
        self.valued: Callable[[GameRules], Solution] = lru_cache(MOST_SOLUTIONS)(self._valued)
        self.solution: Callable[[GameRules], Solution] = lru_cache(MOST_SOLUTIONS)(self._solution)
        self.best: BestHands = BestHands(lambda: self.boards)
        self.simulations: Simulations = Simulations()

    @cached_property
    def boards(self) -> Boards:
        return count_boards()

    def _valued(self, rules: GameRules) -> Solution:
        """Value and strategy, without outcomes."""
        return solve(rules, boards=self.boards, endings=False)

    def _solution(self, rules: GameRules) -> Solution:
        return with_endings(self.valued(rules), self.boards)

    def do(self, job: Mathematics) -> bytes:
        """The answer to a job, as JSON."""
        if isinstance(job, PrepareJob):
            prepare(job.part)
            return b"{}"
        rules = _read_rulebook(job.rulebook)
        match job:
            case EdgeJob():
                return msgspec.json.encode(self._value(rules, job.ante or rules.limits.minimum))
            case SolveJob():
                return msgspec.json.encode(self._solve(rules, job))
            case SimulateJob():
                return msgspec.json.encode(self.simulations.step(rules, job))
            case ParJob():
                return msgspec.json.encode(self._par(rules, job))
            case AdviceJob():
                return msgspec.json.encode(self._advise(rules, job))
            case DrillJob():
                spots = drill_spots(rules, self.valued, job.streets, job.seed, job.count)
                return to_json(spots)
            case JudgeJob():
                judge = Judge(rules, self.solution, self.best)
                return msgspec.json.encode([judge.judge_round(hand) for hand in job.hands])

    def _value(self, rules: Rulebook, ante: Cents) -> FirstFigures:
        solution = self.valued(game_at(rules, ante))
        return FirstFigures(
            digest=digest(rules),
            id=rules.id,
            name=rules.name,
            bank=rules.bank.kind,
            ev=str(solution.ev),
            house_edge=float(solution.house_edge),
            ante=ante,
            binds=binding_lines(bindings(rules)),
        )

    def _solve(self, rules: Rulebook, job: SolveJob) -> Solved:
        began = time.perf_counter()
        meter, ante = job.meter or rules.progressive.seed, job.ante or rules.limits.minimum
        solution = self.solution(game_at(rules, ante))
        at = None if meter == rules.progressive.seed else meter
        bets = house_bets(rules, solution, at)
        return Solved(
            digest=digest(rules),
            id=rules.id,
            name=rules.name,
            bank=rules.bank.kind,
            ev=str(solution.ev),
            ante=ante,
            binds=binding_lines(bindings(rules)),
            hit_rate=float(solution.hit_rate),
            **solution.figures,
            endings={
                action.value: {result.value: float(often) for result, often in ends.items()}
                for action, ends in solution.endings.items()
            },
            net=tuple(
                NetLine(float(net), str(net), count, count / DEALS)
                for net, count in solution.net.items()
            ),
            deals=DEALS,
            side_bets=tuple(map(_side_bet, bets)),
            combined=self._combined(rules, solution),
            assumptions=assumption_facts(rules),
            jackpot=_jackpot(rules.progressive, meter) if rules.progressive.offered else None,
            starting_hands=tuple(map(_starting_hand, reversed(solution.hands))),
            seconds=round(time.perf_counter() - began, 3),
        )

    def _combined(self, rules: Rulebook, solution: Solution) -> CombinedFigures | None:
        play = combined_play(rules, solution, self.boards)
        if play is None:
            return None
        figures = {name: play.figures[name] for name in CombinedFigures.__struct_fields__}
        return CombinedFigures(**figures)

    def _par(self, rules: Rulebook, job: ParJob) -> ParFile:
        missing = [name for name in REPORTS[job.form] if find_spec(name) is None]
        if missing:
            raise Refusal("install/packages", packages=missing)
        ante = job.ante or usual_ante(rules)
        solution = self.solution(game_rules(rules))
        text = par_file(rules, solution, self.boards, ante, form=job.form, date=job.date)
        ending, media = FORMATS[job.form]
        return ParFile(f"{rules.id}.par.{ending}", media, text)

    def _advise(self, rules: Rulebook, job: AdviceJob) -> Values:
        spot = Spot(parse_cards(job.cards), parse_cards(job.board), parse_cards(job.dead))
        ante = job.ante or rules.limits.minimum
        if job.bonuses:
            stakes = {"ante": ante, "blind": ante, **job.bonuses}
            wagers = SpotWagers(SeatStakes(rules, stakes, rules.progressive.seed), spot)
            advice = advise_wagers(wagers, self.best)
        else:
            advice = advise(game_at(rules, ante), spot=spot)
        return Values({action.value: str(value) for action, value in advice.values.items()})


def _side_bet(bet: HouseBet) -> SideBet:
    returns = bet.returns
    return SideBet(
        name=bet.name,
        table=bet.table,
        edge=float(returns.edge),
        edge_exact=str(returns.edge),
        hit_rate=float(returns.hit_rate),
        standard_deviation=returns.deviation,
        assumptions=bet.assumptions,
        lines=tuple(
            BetLine(outcome.label, str(outcome.net), float(returns.chance(outcome)))
            for outcome in returns.lines
        ),
    )


def _jackpot(terms: ProgressiveRules, meter: Cents) -> JackpotFigures:
    bet = ProgressiveBet(terms)
    even = bet.break_even
    return JackpotFigures(
        meter=meter,
        break_even=None if even is None else float(even),
        long_run_edge=float(bet.long_run_edge),
        envy=float(envy_mean(terms, OTHERS)),
        mystery=float(Mystery(terms).long_run_value),
        whole_edge=float(total_edge(terms, OTHERS)),
    )


def _starting_hand(hand: StartingHand) -> StartingHandLine:
    return StartingHandLine(
        hand.name,
        hand.holdings,
        {action.value: float(value) for action, value in hand.values.items()},
        {action.value: str(value) for action, value in hand.values.items()},
        hand.best.value,
    )
