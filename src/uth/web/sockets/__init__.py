"""WebSockets: a table live, the floor feed, and clients that read too slowly."""
