"""Everything can be proved afterwards: audit, proofs of deals, the regulator's lists, the program's files."""
