"""The service: HTTP and sockets over a running house. Thin; nothing is decided here."""
