"""An open table: orders in, one commit each, updates out; dealer, waiting list, recovery."""
