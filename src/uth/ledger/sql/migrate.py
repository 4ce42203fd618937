"""Bring a store's schema up to date, or refuse one that is newer than this program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from uth.core.refusal import Refusal
from uth.ledger.sql.store import asked

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""Every step of the schema in order; the last one is what this program reads and writes."""
LOCK = 0x75_74_68
"""One migration at a time, by PostgreSQL's advisory lock; SQLite's own lock does the same."""
_VERSION = sa.table("alembic_version", sa.column("version_num"))


def revision(connection: sa.Connection) -> str:
    """Which step a store is at; empty for a new one."""
    tables = sa.inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.execute(sa.select(_VERSION.c.version_num)).scalar() or ""
    if tables:
        raise Refusal("store/not_ours", "this database holds something else")
    return ""


def migrate(engine: sa.Engine) -> bool:
    """Run the steps that are missing in one transaction; tells whether there were any."""
    with _alone(engine) as connection:
        found = revision(connection)
        if found == REVISIONS[-1]:
            return False
        if found and found not in REVISIONS:
            raise Refusal(
                "store/newer",
                f"this store has schema {found}; this program knows up to {REVISIONS[-1]}",
            )
        try:
            _upgrade(connection)
        except SQLAlchemyError as error:
            told = (
                f"its schema says {found or 'nothing'}, and it is not so ({type(error).__name__})"
            )
            raise Refusal("store/damaged", told) from error
    return True


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[sa.Connection]:
    with asked(engine.execution_options(uth_writes=True)) as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield connection


@cache
def _folder() -> Path:
    return Path(__file__).with_name("migrations")


def _upgrade(connection: sa.Connection, target: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
