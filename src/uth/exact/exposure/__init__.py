"""The exact value for players who know cards before they should."""
