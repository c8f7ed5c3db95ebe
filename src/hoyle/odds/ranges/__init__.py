"""Hand ranges: notation, parsing, percentiles and weights."""
