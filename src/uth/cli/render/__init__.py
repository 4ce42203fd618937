"""What commands print: one module per command, each with its JSON and its text for people."""
