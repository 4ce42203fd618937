"""The PAR sheet of a house, as data, files and pages."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""A part of the sheet, as it is written."""
