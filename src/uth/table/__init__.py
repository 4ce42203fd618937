"""The rules of play at one table: commands, events, state and views."""
