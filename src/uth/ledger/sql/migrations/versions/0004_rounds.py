"""The index of rounds, by table, player and time, made from the journal that is there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from uth.ledger.backfill import index_rounds

revision = "0004"
down_revision = "0003"

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")


def _number(name: str, *, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(
        name, sa.BigInteger, nullable=False, autoincrement=False, primary_key=primary_key
    )


def upgrade() -> None:
    op.create_table(
        "rounds",
        sa.Column("stream", NAME, primary_key=True, nullable=False),
        _number("round", primary_key=True),
        _number("version"),
        _number("at"),
        sa.Column("void", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("sum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_players",
        sa.Column("player", NAME, primary_key=True, nullable=False),
        _number("at", primary_key=True),
        sa.Column("stream", NAME, primary_key=True, nullable=False),
        _number("round", primary_key=True),
        sqlite_with_rowid=False,
    )
    index_rounds(op.get_bind())
    op.create_index("rounds_at", "rounds", ["at", "stream", "round"])
    op.create_index("rounds_of_table", "rounds", ["stream", "at"])
    op.create_index("round_players_of_table", "round_players", ["stream", "round"])
