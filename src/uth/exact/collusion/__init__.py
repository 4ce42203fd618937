"""Players who show each other their hands."""
