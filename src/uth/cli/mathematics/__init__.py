"""Commands that compute: the solved game, its wagers, the bank, advice, PAR sheets."""
