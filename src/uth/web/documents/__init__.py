"""The API described for programs: OpenAPI for requests, AsyncAPI for the sockets."""
