"""Commands of `hoyle`, grouped by topic; each module has one click command."""
