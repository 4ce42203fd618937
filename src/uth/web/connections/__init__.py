"""Connections: who gets one, how much it may send and in which time, before a request is parsed."""
