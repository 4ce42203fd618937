"""Alembic's way in: the steps run on the connection, and in the transaction, that we give it."""

from __future__ import annotations

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=True, transaction_per_migration=False)
context.run_migrations()
