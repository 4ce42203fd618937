"""Linked meters: the Progressive and the mystery, fed by many tables and reconciled."""
