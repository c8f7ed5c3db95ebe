"""Case formats: the fields of every kind of case, as documented in docs/cases.md."""
