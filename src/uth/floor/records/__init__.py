"""What is read back from the journal: hand history, export, replay, and the live feed."""
