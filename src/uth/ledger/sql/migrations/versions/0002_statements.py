"""Indices by account, for statements and recall."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_index("postings_source", "postings", ["source"])
    op.create_index("postings_target", "postings", ["target"])
