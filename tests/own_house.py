"""A house of one's own, for tests of rules that no approved house has (Q-29)."""

from __future__ import annotations

HEAD = {"id": "own-house", "name": "A house of one's own", "document": "Its own rules"}


def own_house(extends: str, text: str) -> str:
    """Its rulebook file: a head of its own, as far as it says none, and what it changes."""
    said = {line.partition(" =")[0] for line in text.partition("[")[0].splitlines()}
    head = "".join(f'{name} = "{value}"\n' for name, value in HEAD.items() if name not in said)
    return f'extends = "{extends}"\n{head}{text}'
