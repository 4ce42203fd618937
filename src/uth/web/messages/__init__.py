"""What clients send and receive; the OpenAPI document is generated from these types."""
