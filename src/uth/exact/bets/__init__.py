"""The return of each wager, and of all wagers of a seat together, under a given strategy."""
