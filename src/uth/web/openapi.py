"""`python -m uth.web.openapi` prints the OpenAPI document, from which client types are made."""

from __future__ import annotations

import sys

import msgspec

from uth.web.app import ROUTES
from uth.web.documents.openapi import document


def print_document() -> None:
    text = msgspec.json.encode(document(ROUTES), order="sorted")
    sys.stdout.write(msgspec.json.format(text, indent=2).decode() + "\n")


if __name__ == "__main__":
    print_document()
