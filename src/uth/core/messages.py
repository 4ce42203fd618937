"""The types that messages share: bounded texts, amounts and keys, and a refusal as data."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.money import MOST

Text: TypeAlias = Annotated[str, Meta(max_length=200)]


Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]


Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]


MaybeKey: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[!-~]*$")]
"""A key where one is not needed; empty for none."""


Amount: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request's body; unknown fields are refused."""


class RefusalMessage(msgspec.Struct, frozen=True):
    """A refusal: its stable code, a sentence, and where the trouble is."""

    code: str
    sentence: str
    where: str = ""
    clause: str = ""
    key: str = ""
