"""The Five Card Progressive: its prizes, Envy, and the mystery jackpot."""
