"""Analyze euchre deals: exact play with open hands, advice with hidden ones."""

__version__ = "0.1.0"
