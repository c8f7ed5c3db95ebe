"""Terminal rendering of tables, clauses, hands and plots."""
