"""Other ways to take money from the game than seeing cards before they are turned."""
