"""Commands for a floor: serving it, its accounts, its store."""
