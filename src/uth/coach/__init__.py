"""Players and teachers: strategies, and what can be learned from them."""
