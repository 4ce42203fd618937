"""Heavy work beside the tables: one low-priority worker process, its queue and its answers."""
