"""How the bidding tables are made: self-play on solved deals, and what it is worth."""
