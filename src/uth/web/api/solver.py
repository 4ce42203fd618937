"""The solver and the designer; a worker process does the computing."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from uth.core.messages import Amount, RequestBody
from uth.core.money import Cents
from uth.core.texts import catalog
from uth.floor.clock import to_date
from uth.floor.jobs.answers import FirstFigures, ParFile, Solved
from uth.floor.jobs.job_messages import EdgeJob, Job, ParJob, SolveJob
from uth.floor.jobs.preparation import PreparationState
from uth.floor.people.permissions import Permission
from uth.reports.designer.design import check, design_rulebook
from uth.reports.designer.form import form
from uth.reports.designer.model import Checked, Design, DesignForm
from uth.reports.par.antes import check_ante
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.web.routes import RequestContext, Resource

resource = Resource()


class ParRequest(RequestBody, frozen=True):
    """A PAR sheet of a design; its amounts are for this Ante, or for the usual one if 0."""

    design: Design
    form: Literal["html", "markdown", "json"] = "html"
    ante: Amount = 0


async def run_job(context: RequestContext, job: Job, visitor: str = "") -> bytes:
    """The worker's answer to a job, queued under a visitor's name."""
    return await asyncio.wrap_future(context.runner.jobs.ask(visitor or context.actor.name, job))


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
    rules = await asyncio.to_thread(design_rulebook, body)
    job = SolveJob(canonical(rules), body.meter, _ante(rules, body.ante))
    unchanged = body.untouched and not (body.rulebook or body.meter or body.ante)
    return msgspec.Raw(await run_job(context, job, f"house {body.house}" if unchanged else ""))


@resource.post("/api/solve/edge", may=Permission.SOLVER_USE, answer=FirstFigures)
async def first_figures(context: RequestContext, body: Design) -> msgspec.Raw:
    """Only the house edge."""
    rules = await asyncio.to_thread(design_rulebook, body)
    job = EdgeJob(canonical(rules), _ante(rules, body.ante))
    return msgspec.Raw(await run_job(context, job))


@resource.post("/api/designer/form", may=Permission.SOLVER_USE)
async def see_form(context: RequestContext, body: Design) -> DesignForm:
    """What can be changed."""
    return await asyncio.to_thread(lambda: form(design_rulebook(body)))


@resource.post("/api/designer/check", may=Permission.SOLVER_USE)
async def check_design(context: RequestContext, body: Design) -> Checked:
    """Check a design."""
    return await asyncio.to_thread(check, body, context.language)


@resource.post("/api/designer/par", may=Permission.SOLVER_USE, answer=ParFile)
async def make_par(context: RequestContext, body: ParRequest) -> msgspec.Raw:
    """The PAR sheet of a design."""
    rules = await asyncio.to_thread(design_rulebook, body.design)
    date = to_date(context.runner.floor.clock())
    job = ParJob(canonical(rules), body.form, _ante(rules, body.ante), date)
    return msgspec.Raw(await run_job(context, job))
