"""Commands about recorded hands and proofs."""
