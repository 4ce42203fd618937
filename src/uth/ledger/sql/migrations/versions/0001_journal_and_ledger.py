"""The journal, the ledger, and what keeps them append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None

NAME = sa.Text().with_variant(postgresql.TEXT(collation="C"), "postgresql")
APPEND_ONLY = ("rulebooks", "events", "secrets", "redactions", "postings", "answers")


def _number(name: str, *, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(
        name, sa.BigInteger, nullable=False, autoincrement=False, primary_key=primary_key
    )


def _name(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, NAME, nullable=False, primary_key=primary_key)


def _text(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, primary_key=primary_key)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def upgrade() -> None:
    op.create_table("rulebooks", _text("digest", primary_key=True), _text("canonical"))
    op.create_table(
        "streams",
        _name("stream", primary_key=True),
        _number("version"),
        _bytes("hash"),
        _text("owner"),
        _number("epoch"),
        _number("expires"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        _name("stream", primary_key=True),
        _number("version", primary_key=True),
        _number("at"),
        _text("kind"),
        _bytes("body"),
        _bytes("seal"),
        _bytes("hash"),
        sa.ForeignKeyConstraint(["stream"], ["streams.stream"]),
        sa.CheckConstraint("version > 0", name="events_version"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        _name("stream", primary_key=True),
        _number("version", primary_key=True),
        _bytes("salt"),
        _bytes("secret"),
        sa.ForeignKeyConstraint(["stream", "version"], ["events.stream", "events.version"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        _name("stream", primary_key=True),
        _number("version"),
        _bytes("body"),
        _bytes("sum"),
        sa.ForeignKeyConstraint(["stream"], ["streams.stream"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "redactions", _name("stream", primary_key=True), _number("version", primary_key=True)
    )
    op.create_table(
        "postings",
        _name("stream", primary_key=True),
        _number("version", primary_key=True),
        sa.Column("line", sa.Integer, primary_key=True, autoincrement=False),
        _name("source"),
        _name("target"),
        _number("amount"),
        _number("round"),
        _text("wager"),
        _text("clauses"),
        sa.Column("rulebook", sa.Text, sa.ForeignKey("rulebooks.digest"), nullable=True),
        sa.ForeignKeyConstraint(["stream", "version"], ["events.stream", "events.version"]),
        sa.CheckConstraint("amount > 0 AND source <> target", name="postings_balanced"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "accounts",
        _name("account", primary_key=True),
        _number("balance"),
        sa.CheckConstraint(
            "balance >= 0 OR account = 'issued' OR substr(account, 1, 6) = 'house/'",
            name="accounts_not_overdrawn",
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "answers",
        _name("actor", primary_key=True),
        _name("key", primary_key=True),
        _bytes("answer"),
        _name("stream"),
        _number("version"),
        _bytes("sum"),
        sqlite_with_rowid=False,
    )
    if op.get_context().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgres()


def _guard_sqlite() -> None:
    for table in APPEND_ONLY:
        for deed in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{deed.lower()} BEFORE {deed} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )


def _guard_postgres() -> None:
    op.execute(
        "CREATE FUNCTION uth_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION uth_append_only()"
        )
