"""The entry point of Alembic: migrations run in the transaction of the given connection."""

from __future__ import annotations

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=True, transaction_per_migration=False)
context.run_migrations()
