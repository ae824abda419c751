"""A review as one HTML page: readable without a network or a script, on a phone and printed."""
