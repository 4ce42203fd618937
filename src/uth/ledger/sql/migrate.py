"""Create or update a store's schema; refuse a store that this program can't use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from uth.core.refusal import Refusal
from uth.ledger.sql.store import transaction

REVISIONS = ("r1",)
"""Every migration in order; the last one is the schema that this program uses."""
UNRELEASED = re.compile(r"0\d{3}")
"""The revisions of programs before the first release; their stores are not migrated."""
LOCK = 0x75_74_68
"""PostgreSQL's advisory lock for migrations; SQLite's write lock has the same effect."""
MIGRATIONS = Path(__file__).with_name("migrations")
_VERSION = sa.table("alembic_version", sa.column("version_num"))


def revision(connection: sa.Connection) -> str:
    """The revision of a store's schema; empty for a new store."""
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.execute(sa.select(_VERSION.c.version_num)).scalar() or ""
    if tables:
        raise Refusal("store/not_ours")
    return ""


def migrate(engine: sa.Engine) -> bool:
    """Run the missing migrations in one transaction; returns whether there were any."""
    with _exclusive(engine) as connection:
        current = revision(connection)
        if current == REVISIONS[-1]:
            return False
        _check_known(current)
        try:
            _upgrade(connection)
        except SQLAlchemyError as error:
            name = type(error).__name__
            raise Refusal("store/schema", schema=current, error=name) from error
    return True


def _check_known(current: str) -> None:
    if UNRELEASED.fullmatch(current):
        raise Refusal("store/older")
    if current and current not in REVISIONS:
        raise Refusal("store/newer", schema=current, newest=REVISIONS[-1])


@contextmanager
def _exclusive(engine: sa.Engine) -> Iterator[sa.Connection]:
    with transaction(engine.execution_options(uth_writes=True)) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield connection


def _upgrade(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
