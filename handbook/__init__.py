"""What the handbook is built with: pages made from the rules, and links that stay inside."""
