"""One open table: orders in, a commit each, updates out; its dealer, waiting list and recovery."""
