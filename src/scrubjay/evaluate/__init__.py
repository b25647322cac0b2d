"""How well was it done: matching, counts, the official i2b2 scorer, statistics, and reports."""
