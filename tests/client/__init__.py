"""Tests of the client for servers elsewhere."""
