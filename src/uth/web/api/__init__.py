"""HTTP, one module a resource."""
