"""Advice on games whose trump is made by bidding."""
