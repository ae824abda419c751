"""What to do with hidden hands, and what the score makes of it."""
