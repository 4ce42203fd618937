"""The schema's history, one step a file."""
