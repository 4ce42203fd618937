"""The history of the schema, one file per migration."""
