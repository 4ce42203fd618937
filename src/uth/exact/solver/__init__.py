"""The solver: counted boards, optimal play under any rules, and the solved game."""
