"""A house of one's own, for tests of rules that no approved house has (Q-29)."""

from __future__ import annotations

HEAD = {"id": "own-house", "name": "A house of one's own", "document": "Its own rules"}


def own_house(extends: str, text: str) -> str:
    """Its rulebook file: a head of its own, and what it changes."""
    head = "".join(f'{field} = "{value}"\n' for field, value in HEAD.items())
    return f'extends = "{extends}"\n{head}{text}'
