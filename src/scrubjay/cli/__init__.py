"""The command line: one file a command. It parses and prints; the work is done elsewhere."""

import os

# Notes are shared out among processes; threads within each would only stand in each other's way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
