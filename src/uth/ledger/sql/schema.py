"""The tables of the database: the statements use them, and the first migration creates them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
"""Names sort by code point in every database, as they do in Python."""

metadata: sa.MetaData = sa.MetaData()


def _table(name: str, *parts: Any) -> sa.Table:
    """A table that SQLite stores by its primary key, without a row id."""
    return sa.Table(name, metadata, *parts, sqlite_with_rowid=False)


def _name(name: str, *parts: Any, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, NAME, *parts, primary_key=key, nullable=False)


def _text(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=key, nullable=False)


def _integer(name: str, *, key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, primary_key=key, nullable=False, autoincrement=False)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def _of_event() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["stream", "version"], ["events.stream", "events.version"])


rulebooks: sa.Table = sa.Table("rulebooks", metadata, _text("digest", key=True), _text("canonical"))

streams: sa.Table = _table(
    "streams",
    _name("stream", key=True),
    _integer("version"),
    _bytes("hash"),
    _text("owner"),
    _integer("epoch"),
    _integer("expires"),
)

events: sa.Table = _table(
    "events",
    _name("stream", sa.ForeignKey("streams.stream"), key=True),
    _integer("version", key=True),
    _integer("at"),
    _text("kind"),
    _bytes("body"),
    _bytes("seal"),
    _bytes("hash"),
    _bytes("answered"),
    sa.CheckConstraint("version > 0", name="events_version"),
)

secrets: sa.Table = _table(
    "secrets",
    _name("stream", key=True),
    _integer("version", key=True),
    _bytes("salt"),
    _bytes("secret"),
    _of_event(),
)

snapshots: sa.Table = _table(
    "snapshots",
    _name("stream", sa.ForeignKey("streams.stream"), key=True),
    _integer("version"),
    _bytes("body"),
    _bytes("sum"),
)

redactions: sa.Table = _table(
    "redactions", _name("stream", key=True), _integer("version", key=True)
)

postings: sa.Table = _table(
    "postings",
    _name("stream", key=True),
    _integer("version", key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    _name("source"),
    _name("target"),
    _integer("amount"),
    _integer("round"),
    _text("wager"),
    _text("clauses"),
    sa.Column("rulebook", sa.Text, sa.ForeignKey("rulebooks.digest"), nullable=True),
    _of_event(),
    sa.CheckConstraint("amount > 0 AND source <> target", name="postings_balanced"),
    sa.Index("postings_source", "source"),
    sa.Index("postings_target", "target"),
)

accounts: sa.Table = _table(
    "accounts",
    _name("account", key=True),
    _integer("balance"),
    sa.CheckConstraint(
        "balance >= 0 OR account = 'issued' OR substr(account, 1, 6) = 'house/'",
        name="accounts_not_overdrawn",
    ),
)

answers: sa.Table = _table(
    "answers",
    _name("actor", key=True),
    _name("key", key=True),
    _bytes("answer"),
    _name("stream"),
    _integer("version"),
    _bytes("sum"),
    sa.Index("answers_of_stream", "stream", "version"),
)

notes: sa.Table = _table(
    "notes",
    _name("kind", key=True),
    _name("key", key=True),
    _name("name"),
    _integer("at"),
    _bytes("body"),
    _bytes("sum"),
    sa.Index("notes_name", "kind", "name"),
)

rounds: sa.Table = _table(
    "rounds",
    _name("stream", key=True),
    _integer("round", key=True),
    _integer("version"),
    _integer("at"),
    sa.Column("void", sa.Boolean, nullable=False),
    _bytes("body"),
    _bytes("sum"),
    sa.Index("rounds_at", "at", "stream", "round"),
    sa.Index("rounds_of_table", "stream", "at"),
)

round_players: sa.Table = _table(
    "round_players",
    _name("player", key=True),
    _integer("at", key=True),
    _name("stream", key=True),
    _integer("round", key=True),
    sa.Index("round_players_of_table", "stream", "round"),
)

checkpoints: sa.Table = _table(
    "checkpoints",
    _name("stream", key=True),
    _integer("version"),
    _bytes("hash"),
    _bytes("state"),
)

checkpoint_balances: sa.Table = _table(
    "checkpoint_balances", _name("account", key=True), _integer("balance")
)

APPEND_ONLY = ("rulebooks", "events", "secrets", "redactions", "postings", "answers")
"""Tables whose rows are never updated or deleted: triggers refuse it."""
