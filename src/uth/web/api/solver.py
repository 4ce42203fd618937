"""The solver and the designer; a worker process does the computing."""

from __future__ import annotations

import asyncio

import msgspec

from uth.floor.jobs.answers import FirstFigures, ParFile, Solved
from uth.floor.jobs.job_messages import EdgeJob, Job, ParJob, SolveJob
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.reports.designer.design import check, design_rulebook
from uth.reports.designer.form import form
from uth.reports.designer.model import Checked, Design, DesignForm
from uth.reports.par.antes import check_ante
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.web.messages.analysis import ParRequest
from uth.web.routes import RequestContext, Route


async def run_job(context: RequestContext, job: Job, visitor: str = "") -> bytes:
    """The worker's answer to a job, queued under a visitor's name."""
    return await asyncio.wrap_future(context.runner.desk.ask(visitor or context.actor.name, job))


async def _rules(context: RequestContext, design: Design) -> Rulebook:
    People.require(context.actor, Action.SOLVER_USE)
    return await asyncio.to_thread(design_rulebook, design)


async def solve(context: RequestContext) -> msgspec.Raw:
    """Solving an unchanged house is queued for all, so no visitor's own design supersedes it."""
    design: Design = context.body
    rules = await _rules(context, design)
    unchanged = design.untouched and not design.rulebook and not design.meter
    visitor = f"house {design.house}" if unchanged else ""
    return msgspec.Raw(await run_job(context, SolveJob(canonical(rules), design.meter), visitor))


async def first_figures(context: RequestContext) -> msgspec.Raw:
    rules = await _rules(context, context.body)
    return msgspec.Raw(await run_job(context, EdgeJob(canonical(rules))))


async def see_form(context: RequestContext) -> DesignForm:
    People.require(context.actor, Action.SOLVER_USE)
    return await asyncio.to_thread(lambda: form(design_rulebook(context.body)))


async def check_design(context: RequestContext) -> Checked:
    People.require(context.actor, Action.SOLVER_USE)
    return await asyncio.to_thread(check, context.body)


async def make_par(context: RequestContext) -> msgspec.Raw:
    body: ParRequest = context.body
    rules = await _rules(context, body.design)
    ante = check_ante(rules, body.ante) if body.ante else 0
    return msgspec.Raw(await run_job(context, ParJob(canonical(rules), body.form, ante)))


ROUTES = (
    Route("POST", "/api/solve", solve, "Solve a house or a design", Solved, Design),
    Route("POST", "/api/solve/edge", first_figures, "Only the house edge", FirstFigures, Design),
    Route("POST", "/api/designer/form", see_form, "What can be changed", DesignForm, Design),
    Route("POST", "/api/designer/check", check_design, "Check a design", Checked, Design),
    Route("POST", "/api/designer/par", make_par, "The PAR sheet of a design", ParFile, ParRequest),
)
