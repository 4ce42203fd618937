"""The tables of the database, as the statements see them; the migrations make them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Names sort by their code points everywhere, as they do in Python."""

metadata = sa.MetaData()

rulebooks = sa.Table(
    "rulebooks",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("canonical", sa.Text, nullable=False),
)

streams = sa.Table(
    "streams",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("stream", NAME, sa.ForeignKey("streams.stream"), primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("seal", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("answered", sa.LargeBinary, nullable=False, server_default=""),
    sa.CheckConstraint("version > 0", name="events_version"),
)

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("salt", sa.LargeBinary, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.ForeignKeyConstraint(["stream", "version"], ["events.stream", "events.version"]),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("stream", NAME, sa.ForeignKey("streams.stream"), primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("sum", sa.LargeBinary, nullable=False),
)

redactions = sa.Table(
    "redactions",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
)

postings = sa.Table(
    "postings",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("source", NAME, nullable=False),
    sa.Column("target", NAME, nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("wager", sa.Text, nullable=False),
    sa.Column("clauses", sa.Text, nullable=False),
    sa.Column("rulebook", sa.Text, sa.ForeignKey("rulebooks.digest"), nullable=True),
    sa.ForeignKeyConstraint(["stream", "version"], ["events.stream", "events.version"]),
    sa.CheckConstraint("amount > 0 AND source <> target", name="postings_balanced"),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("account", NAME, primary_key=True),
    sa.Column("balance", sa.BigInteger, nullable=False),
    sa.CheckConstraint(
        "balance >= 0 OR account = 'issued' OR substr(account, 1, 6) = 'house/'",
        name="accounts_not_overdrawn",
    ),
)

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("actor", NAME, primary_key=True),
    sa.Column("key", NAME, primary_key=True),
    sa.Column("answer", sa.LargeBinary, nullable=False),
    sa.Column("stream", NAME, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("sum", sa.LargeBinary, nullable=False),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("kind", NAME, primary_key=True),
    sa.Column("key", NAME, primary_key=True),
    sa.Column("name", NAME, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("sum", sa.LargeBinary, nullable=False),
)

rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("void", sa.Boolean, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("sum", sa.LargeBinary, nullable=False),
)

round_players = sa.Table(
    "round_players",
    metadata,
    sa.Column("player", NAME, primary_key=True),
    sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
)

marks = sa.Table(
    "marks",
    metadata,
    sa.Column("stream", NAME, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

marked_balances = sa.Table(
    "marked_balances",
    metadata,
    sa.Column("account", NAME, primary_key=True),
    sa.Column("balance", sa.BigInteger, nullable=False),
)

APPEND_ONLY = ("rulebooks", "events", "secrets", "redactions", "postings", "answers")
"""Tables whose rows are never changed nor removed: triggers refuse it."""
