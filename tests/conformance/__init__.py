"""Conformance that can fail: wrong rules, and the marked tests that must fail because of them."""
