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
from uth.reports.par.files import check_ante
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.web.messages.analysis import ParRequest
from uth.web.routes import RequestContext, Route


async def work(asked: RequestContext, job: Job, visitor: str = "") -> bytes:
    """The answer of the desk, in its turn."""
    return await asyncio.wrap_future(asked.service.desk.ask(visitor or asked.who.name, job))


async def _rules(asked: RequestContext, design: Design) -> Rulebook:
    People.require(asked.who, Action.SOLVER_USE)
    return await asyncio.to_thread(designing.rulebook_of, design)


async def solve(asked: RequestContext) -> msgspec.Raw:
    """An approved house is everybody's question: no design of one's own takes its place."""
    design: Design = asked.body
    rules = await _rules(asked, design)
    common = design.untouched and not design.rulebook and not design.meter
    visitor = f"house {design.house}" if common else ""
    return msgspec.Raw(await work(asked, SolveJob(canonical(rules), design.meter), visitor))


async def first_figures(asked: RequestContext) -> msgspec.Raw:
    rules = await _rules(asked, asked.body)
    return msgspec.Raw(await work(asked, EdgeJob(canonical(rules))))


async def see_form(asked: RequestContext) -> DesignForm:
    People.require(asked.who, Action.SOLVER_USE)
    return await asyncio.to_thread(lambda: form(designing.rulebook_of(asked.body)))


async def check_design(asked: RequestContext) -> Checked:
    People.require(asked.who, Action.SOLVER_USE)
    return await asyncio.to_thread(designing.check, asked.body)


async def make_par(asked: RequestContext) -> msgspec.Raw:
    body: ParRequest = asked.body
    rules = await _rules(asked, body.design)
    ante = check_ante(rules, body.ante) if body.ante else 0
    return msgspec.Raw(await work(asked, ParJob(canonical(rules), body.form, ante)))


ROUTES = (
    Route("POST", "/api/solve", solve, "Solve a house or a design", Solved, Design),
    Route("POST", "/api/solve/edge", first_figures, "The edge alone", FirstFigures, Design),
    Route("POST", "/api/designer/form", see_form, "What can be changed", DesignForm, Design),
    Route("POST", "/api/designer/check", check_design, "Check a design", Checked, Design),
    Route("POST", "/api/designer/par", make_par, "The PAR sheet of a design", ParFile, ParRequest),
)
