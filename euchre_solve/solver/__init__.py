"""Exact answers: a C kernel, the same in plain Python, and deals in terms of them."""
