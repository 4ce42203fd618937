"""A load test: many players on sockets at many tables of one server."""
