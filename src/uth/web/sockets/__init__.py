"""WebSockets: tables, the floor feed, and a time limit for clients that do not read."""
