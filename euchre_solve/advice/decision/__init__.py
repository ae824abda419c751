"""A decision followed over the worlds that a seat may sit in: choices, outcomes, errors, proofs."""
