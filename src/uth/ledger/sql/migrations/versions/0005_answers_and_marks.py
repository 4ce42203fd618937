"""Answers under the chain, and marks: how far a store has been checked, and what stood then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False, autoincrement=False)


def upgrade() -> None:
    nothing = "x''" if op.get_context().dialect.name == "sqlite" else "''::bytea"
    answered = sa.Column(
        "answered", sa.LargeBinary, nullable=False, server_default=sa.text(nothing)
    )
    op.add_column("events", answered)
    op.create_index("answers_of_stream", "answers", ["stream", "version"])
    op.create_table(
        "marks",
        sa.Column("stream", NAME, primary_key=True, nullable=False),
        _number("version"),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marked_balances",
        sa.Column("account", NAME, primary_key=True, nullable=False),
        _number("balance"),
        sqlite_with_rowid=False,
    )
