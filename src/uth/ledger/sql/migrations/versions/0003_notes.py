"""Notes: what nodes share and a restart finds again, beside the journal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("kind", NAME, primary_key=True, nullable=False),
        sa.Column("key", NAME, primary_key=True, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("sum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("notes_name", "notes", ["kind", "name"])
