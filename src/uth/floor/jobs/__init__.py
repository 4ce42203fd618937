"""Heavy work outside the tables: a low-priority worker process, its queue and its answers."""
