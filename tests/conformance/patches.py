"""Making a wrong rule true in this process, by another function body or another data value."""

from __future__ import annotations
import __future__

import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any

from tests.conformance.wrong_rules import WrongRule
from uth.rulebook import data_files
from uth.rulebook.entries.status import STATUS_KEYS

ABOVE = ("uth.table", "uth.reports", "tests.")
"""The packages above the rulebooks that remember what they computed."""


class OutdatedRuleError(Exception):
    """The code or the data that a wrong rule changes is not there any more."""


def apply(rule: WrongRule) -> None:
    locate(rule)
    if rule.code:
        change_code(rule.code, rule.old, rule.new)
    else:
        change_data(rule.file, rule.path, rule.value)
    _forget_what_was_computed(rule)


def locate(rule: WrongRule) -> None:
    """Refuse a wrong rule that changes what is not there."""
    if rule.code:
        source = _source(_function(rule.code))
        if source.count(rule.old) != 1:
            raise OutdatedRuleError(f"{rule.code} has {rule.old!r} {source.count(rule.old)} times")
    else:
        _set(data_files.data(rule.file), rule.path, rule.value)


def change_code(where: str, old: str, new: str) -> None:
    """Compile a function anew with one part of its source replaced; whoever has it runs the new."""
    function = _function(where)
    changed = _source(function).replace(old, new)
    free = function.__code__.co_freevars
    if free:
        names = ", ".join(free)
        changed = f"def _outer({names}):\n" + textwrap.indent(changed, "    ")
    compiled = compile(
        changed, where, "exec", __future__.annotations.compiler_flag, dont_inherit=True
    )
    function.__code__ = _find(compiled, function.__code__.co_name)


def _function(where: str) -> FunctionType:
    """A function by its `module:name`, without what decorates it."""
    module_name, _, qualified = where.partition(":")
    target: Any = importlib.import_module(module_name)
    for part in qualified.split("."):
        if not hasattr(target, part):
            raise OutdatedRuleError(f"{where} is gone")
        target = inspect.getattr_static(target, part)
    return _plain_function(target)


def _source(function: FunctionType) -> str:
    source = textwrap.dedent(inspect.getsource(function))
    return source[source.index("def ") :]


def _plain_function(target: Any) -> FunctionType:
    if isinstance(target, property):
        target = target.fget
    if isinstance(target, staticmethod | classmethod):
        target = target.__func__
    function = inspect.unwrap(target)
    assert isinstance(function, FunctionType), target
    return function


def _find(code: CodeType, name: str) -> CodeType:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name == name:
                return constant
            if constant.co_name == "_outer":
                return _find(constant, name)
    raise AssertionError(name)


def change_data(file: str, path: tuple[str | int, ...], value: object) -> None:
    """Let a data file say another value; the modules that read it by name read the new one."""
    original = data_files.data

    def changed(name: str) -> dict[str, Any]:
        content = original(name)
        if name == file:
            _set(content, path, value)
        return content

    changed(file)
    _swap(original, changed)


def _set(content: Any, path: tuple[str | int, ...], value: object) -> None:
    *parents, last = path
    for step in parents:
        if isinstance(content, dict) and step not in content:
            raise OutdatedRuleError(f"{path} is gone")
        content = content[step]
    if isinstance(content, dict) and last not in (*content, *STATUS_KEYS):
        raise OutdatedRuleError(f"{path} is gone")
    if value is None:
        del content[last]
    else:
        content[last] = value


def _swap(old: Callable[..., Any], new: Callable[..., Any]) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith(("uth.", "tests.")):
            for attribute, held in list(vars(module).items()):
                if held is old:
                    setattr(module, attribute, new)


def _forget_what_was_computed(rule: WrongRule) -> None:
    """Imports point down only, so rulebooks are as before unless the change is among them."""
    below = not rule.code or rule.code.startswith(("uth.core", "uth.rulebook"))
    changed = ("uth.rulebook", *ABOVE) if below else ABOVE
    for name, module in list(sys.modules.items()):
        if name.startswith(changed):
            for held in list(vars(module).values()):
                if callable(clear := getattr(held, "cache_clear", None)):
                    clear()
