"""Request bodies and answers of the API; the OpenAPI document is generated from them."""
