"""The solver and the designer; one process computes, another reads what visitors wrote."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, RequestBody, Text
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH, catalog
from uth.floor.clock import to_date
from uth.floor.jobs.answers import FirstFigures, ParFile, Simulated, Solved
from uth.floor.jobs.job_messages import (
    MOST_SIMULATED,
    MOST_SIMULATED_SEATS,
    CheckJob,
    DesignJob,
    EdgeJob,
    FormJob,
    Job,
    ParJob,
    SettingsJob,
    SimulateJob,
    SolveJob,
)
from uth.floor.jobs.preparation import PreparationState
from uth.floor.people.permissions import Permission
from uth.reports.assumptions import assumption_facts
from uth.reports.designer.model import Checked, Design, DesignForm
from uth.reports.par.antes import check_ante
from uth.rulebook.canonical import canonical, from_canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import load_house
from uth.web.routes import RequestContext, Resource

resource: Resource = Resource()


class ParRequest(RequestBody, frozen=True):
    """A PAR sheet of a design; its amounts are for this Ante, or for the usual one if 0."""

    design: Design
    form: Literal["html", "markdown", "json"] = "html"
    ante: Amount = 0


class SimulationRequest(RequestBody, frozen=True):
    """A simulated table of a design; its Ante is the design's.

    Without `wagers`, every bonus wager of the house is staked, each as high as the Ante.
    """

    design: Design
    seats: Annotated[int, Meta(ge=1, le=MOST_SIMULATED_SEATS)] = 1
    """How many seats play."""
    wagers: Annotated[tuple[Text, ...], Meta(max_length=20)] | None = None
    """The bonus wagers of every seat, by name."""
    strategy: Literal["optimal", "simple"] = "optimal"
    """Best play, or the simple strategy."""
    seed: Annotated[int, Meta(ge=0, le=(1 << 53) - 1)] = 1
    """The deals depend on it alone."""
    hands: Annotated[int, Meta(ge=0, le=MOST_SIMULATED)] = 0
    """The seat-hands that are known already: the next step follows them."""


async def run_job(context: RequestContext, job: Job, visitor: str = "") -> bytes:
    """The worker's answer to a job, queued under a visitor's name."""
    visitor = visitor or context.actor.name
    return await asyncio.wrap_future(context.runner.jobs.ask(visitor, job, context.client_address))


async def read_design(
    context: RequestContext, job: type[DesignJob | FormJob], design: Design
) -> bytes:
    """The answer to a job on a design, which may hold anything."""
    return await _read(context, job(_encoded(design)))


async def design_rulebook(context: RequestContext, design: Design) -> Rulebook:
    """The rulebook of a design; a house as it is needs no other process."""
    if design.untouched and not design.rulebook:
        return load_house(design.house)
    return from_canonical((await read_design(context, DesignJob, design)).decode())


async def house_with(context: RequestContext, house: str, settings: dict[str, Any]) -> Rulebook:
    """A house with settings that a visitor chose."""
    job = SettingsJob(house, _encoded(settings))
    return from_canonical((await _read(context, job)).decode())


async def _read(
    context: RequestContext, job: DesignJob | CheckJob | FormJob | SettingsJob
) -> bytes:
    return await asyncio.wrap_future(
        context.runner.designs.ask(context.actor.name, job, context.client_address)
    )


def _encoded(message: Design | dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(message)
    except RecursionError:
        raise Refusal("rulebook/too_deep") from None


class Mathematics(msgspec.Struct, frozen=True):
    """Whether exact figures are ready, and a sentence that says so."""

    state: PreparationState
    text: str


@resource.get("/api/mathematics", signed_in=False)
async def see_mathematics(context: RequestContext) -> Mathematics:
    """Whether exact figures are ready.

    Until they are, a request for one is answered once its part of the solver is compiled.
    """
    state = context.runner.preparation.state
    return Mathematics(state, catalog(context.language).text(f"mathematics.{state}"))


def _ante(rules: Rulebook, ante: Cents) -> Cents:
    return check_ante(rules, ante) if ante else 0


@resource.post("/api/solve", may=Permission.SOLVER_USE, answer=Solved)
async def solve(context: RequestContext, body: Design) -> msgspec.Raw:
    """Solve a house or a design.

    An unchanged house is queued for all, so that no visitor's own design supersedes it.
    """
    rules = await design_rulebook(context, body)
    job = SolveJob(canonical(rules), body.meter, _ante(rules, body.ante))
    unchanged = body.untouched and not (body.rulebook or body.meter or body.ante)
    answer = await run_job(context, job, f"house {body.house}" if unchanged else "")
    if context.language == ENGLISH:
        return msgspec.Raw(answer)
    figures = msgspec.json.decode(answer)
    figures["assumptions"] = assumption_facts(rules, context.language)
    return msgspec.Raw(msgspec.json.encode(figures))


@resource.post("/api/solve/edge", may=Permission.SOLVER_USE, answer=FirstFigures)
async def first_figures(context: RequestContext, body: Design) -> msgspec.Raw:
    """Only the house edge."""
    rules = await design_rulebook(context, body)
    job = EdgeJob(canonical(rules), _ante(rules, body.ante))
    return msgspec.Raw(await run_job(context, job))


@resource.post("/api/simulate", may=Permission.SOLVER_USE, answer=Simulated)
async def simulate(context: RequestContext, body: SimulationRequest) -> msgspec.Raw:
    """The next step of a simulated table.

    Ask again with the `hands` of the answer, and watch the figures converge.
    """
    rules = await design_rulebook(context, body.design)
    job = SimulateJob(
        canonical(rules),
        seats=body.seats,
        wagers=body.wagers,
        strategy=body.strategy,
        seed=body.seed,
        ante=_ante(rules, body.design.ante),
        hands=body.hands,
    )
    return msgspec.Raw(await run_job(context, job))


@resource.post("/api/designer/form", may=Permission.SOLVER_USE, answer=DesignForm)
async def see_form(context: RequestContext, body: Design) -> msgspec.Raw:
    """What can be changed."""
    return msgspec.Raw(await read_design(context, FormJob, body))


@resource.post("/api/designer/check", may=Permission.SOLVER_USE, answer=Checked)
async def check_design(context: RequestContext, body: Design) -> msgspec.Raw:
    """Check a design."""
    return msgspec.Raw(await _read(context, CheckJob(_encoded(body), context.language)))


@resource.post("/api/designer/par", may=Permission.SOLVER_USE, answer=ParFile)
async def make_par(context: RequestContext, body: ParRequest) -> msgspec.Raw:
    """The PAR sheet of a design."""
    rules = await design_rulebook(context, body.design)
    date = to_date(context.runner.floor.clock())
    job = ParJob(canonical(rules), body.form, _ante(rules, body.ante), date)
    return msgspec.Raw(await run_job(context, job))
