"""Solver and designer over HTTP; the work is done by the desk's process."""

from __future__ import annotations

import asyncio

import msgspec

from uth.floor.jobs.answers import FirstFigures, ParFile, Solved
from uth.floor.jobs.job_messages import EdgeJob, Job, ParJob, SolveJob
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.reports.designer import design as designing
from uth.reports.designer.form import form
from uth.reports.designer.model import Checked, Design, DesignForm
from uth.reports.par.antes import check_ante
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.web.messages.analysis import ParRequest
from uth.web.routes import RequestContext, Route


async def work(context: RequestContext, job: Job, visitor: str = "") -> bytes:
    """The answer of the desk, in its turn."""
    return await asyncio.wrap_future(context.runner.desk.ask(visitor or context.who.name, job))


async def _rules(context: RequestContext, design: Design) -> Rulebook:
    People.require(context.who, Action.SOLVER_USE)
    return await asyncio.to_thread(designing.design_rulebook, design)


async def solve(context: RequestContext) -> msgspec.Raw:
    """An approved house is everybody's question: no design of one's own takes its place."""
    design: Design = context.body
    rules = await _rules(context, design)
    common = design.untouched and not design.rulebook and not design.meter
    visitor = f"house {design.house}" if common else ""
    return msgspec.Raw(await work(context, SolveJob(canonical(rules), design.meter), visitor))


async def first_figures(context: RequestContext) -> msgspec.Raw:
    rules = await _rules(context, context.body)
    return msgspec.Raw(await work(context, EdgeJob(canonical(rules))))


async def see_form(context: RequestContext) -> DesignForm:
    People.require(context.who, Action.SOLVER_USE)
    return await asyncio.to_thread(lambda: form(designing.design_rulebook(context.body)))


async def check_design(context: RequestContext) -> Checked:
    People.require(context.who, Action.SOLVER_USE)
    return await asyncio.to_thread(designing.check, context.body)


async def make_par(context: RequestContext) -> msgspec.Raw:
    body: ParRequest = context.body
    rules = await _rules(context, body.design)
    ante = check_ante(rules, body.ante) if body.ante else 0
    return msgspec.Raw(await work(context, ParJob(canonical(rules), body.form, ante)))


ROUTES = (
    Route("POST", "/api/solve", solve, "Solve a house or a design", Solved, Design),
    Route("POST", "/api/solve/edge", first_figures, "The edge alone", FirstFigures, Design),
    Route("POST", "/api/designer/form", see_form, "What can be changed", DesignForm, Design),
    Route("POST", "/api/designer/check", check_design, "Check a design", Checked, Design),
    Route("POST", "/api/designer/par", make_par, "The PAR sheet of a design", ParFile, ParRequest),
)
