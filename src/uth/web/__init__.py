"""HTTP and WebSockets: the API, sockets, and the pages."""
