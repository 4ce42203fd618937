"""Every refusal that the sources can raise, read from the sources: its code and its facts.

A refusal is made by `Refusal` or by whatever passes a `code` on to it. These are found by their
parameter of that name, so that a new helper needs no entry here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import uth

SOURCE = Path(uth.__file__).parent
CODE = re.compile(r"[a-z_]+/[a-z0-9_]+")
LOCATION = {"where", "clause", "occasion"}
"""Arguments that say where and why, and are in no sentence."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Maker:
    """A function or class that takes a code, and the facts that it adds itself."""

    parameters: list[str]
    more: bool
    """Whether it takes facts by any name."""
    adds: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class RefusalCall:
    at: str
    codes: tuple[str, ...]
    """Empty where the code is not a literal."""
    facts: frozenset[str] | None
    """None where they are passed on as a whole."""


def _parameters(function: Function) -> list[str]:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _maker(node: ast.AST) -> tuple[str, Maker] | None:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() if "code" in _parameters(node):
            keywords = [each.arg for each in node.args.kwonlyargs]
            return node.name, Maker([*_parameters(node), *keywords], bool(node.args.kwarg))
        case ast.ClassDef():
            fields = [
                each.target.id
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            ]
            made = [each for each in node.body if isinstance(each, Function)]
            for each in made:
                if each.name == "__init__" and "code" in _parameters(each):
                    return node.name, Maker(_parameters(each), bool(each.args.kwarg))
            if fields[:1] == ["code"]:
                return node.name, Maker(fields, more=False)
    return None


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _given(call: ast.Call, maker: Maker) -> dict[str, ast.expr]:
    given = dict(zip(maker.parameters, call.args, strict=False))
    return given | {each.arg: each.value for each in call.keywords if each.arg}


def _literals(code: ast.expr | None) -> tuple[str, ...]:
    match code:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.IfExp(body=body, orelse=orelse):
            return (*_literals(body), *_literals(orelse))
    return ()


def _codes(code: ast.expr | None, around: Function) -> tuple[str, ...]:
    """The literal codes that an argument can have, itself or by the statement that binds it."""
    if not isinstance(code, ast.Name):
        return tuple(filter(CODE.fullmatch, _literals(code)))
    bound: list[object] = []
    for node in ast.walk(around):
        match node:
            case ast.Assign(targets=[target], value=value) | ast.For(target=target, iter=value):
                names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
                constants = [each for each in ast.walk(value) if isinstance(each, ast.Constant)]
                bound += [each.value for each in constants if code.id in names]
    return tuple(each for each in bound if isinstance(each, str) and CODE.fullmatch(each))


def _facts(call: ast.Call, maker: Maker) -> frozenset[str] | None:
    given = _given(call, maker)
    if isinstance(facts := given.get("facts"), ast.Dict):
        return frozenset(str(each.value) for each in facts.keys if isinstance(each, ast.Constant))
    if any(each.arg is None for each in call.keywords) or "sentence" in given:
        return None
    named = {each.arg for each in call.keywords if each.arg} - LOCATION - {"code"}
    return frozenset((named - set(maker.parameters)) | maker.adds)


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield str(path.relative_to(SOURCE)), ast.parse(path.read_bytes())


def _calls(node: ast.AST, around: tuple[Function, ...] = ()) -> Iterator[tuple[ast.Call, Function]]:
    """Every call, with the function around it that takes a code, or the innermost one."""
    for child in ast.iter_child_nodes(node):
        inside = (*around, child) if isinstance(child, Function) else around
        if isinstance(child, ast.Call) and inside:
            takes = [each for each in inside if "code" in _parameters(each)]
            yield child, (takes or list(inside))[-1]
        yield from _calls(child, inside)


def refusal_calls() -> list[RefusalCall]:
    trees = dict(_trees())
    makers: dict[str, dict[str, Maker]] = {}
    """File → the makers defined there; those of `core` and methods are known everywhere."""
    for path, tree in trees.items():
        pairs = filter(None, map(_maker, ast.walk(tree)))
        makers[path] = dict(pairs)
    everywhere = {name: maker for each in makers.values() for name, maker in each.items()}
    for path, tree in trees.items():
        for call, around in _calls(tree):
            maker = makers[path].get(around.name)
            inner = {**everywhere, **makers[path]}.get(_called(call))
            if maker and inner and isinstance(_given(call, inner).get("code"), ast.Name):
                named = {each.arg for each in call.keywords if each.arg}
                maker.adds |= named - LOCATION - {"code", "sentence"} - set(inner.parameters)
    calls = []
    for path, tree in trees.items():
        known = {**everywhere, **makers[path]}
        for call, around in _calls(tree):
            name = _called(call)
            code = _given(call, known[name]).get("code") if name in known else None
            codes = _codes(code, around)
            if codes or (name == "Refusal" and not _passed_on(code, around)):
                calls.append(RefusalCall(f"{path}:{call.lineno}", codes, _facts(call, known[name])))
    return calls


def _passed_on(code: ast.expr | None, around: Function) -> bool:
    """Whether a code is another refusal's, or one that the function was given."""
    match code:
        case ast.Attribute(attr="code"):
            return True
        case ast.Name(id="code"):
            return "code" in _parameters(around)
    return False
