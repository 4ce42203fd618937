"""Saying no: a stable code, one clear sentence, and where the trouble is."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Input or a command that the rules do not allow; nothing has changed."""

    def __init__(self, code: str, sentence: str, where: str = "", clause: str = "") -> None:
        super().__init__(code, sentence, where, clause)
        self.code = code
        self.sentence = sentence
        self.where = where
        self.clause = clause

    def __str__(self) -> str:
        place = ", ".join(part for part in (self.where, self.clause) if part)
        return f"{self.code}: {self.sentence}" + (f" ({place})" if place else "")

    def at(self, where: str) -> Refusal:
        """The same refusal, told from further outside."""
        inner = self.where
        joint = "" if not inner or inner.startswith("[") else "."
        return Refusal(self.code, self.sentence, f"{where}{joint}{inner}", self.clause)
