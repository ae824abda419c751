"""How the others bid: trained tables, an estimate by strength, what a call tells."""
