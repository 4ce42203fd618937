"""The store on SQLite and PostgreSQL: schema, statements, commits, readers, migrations."""
