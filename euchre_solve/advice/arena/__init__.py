"""Players who bid and play cards, and duplicate matches between them."""
