"""The command line: one file a command. It parses and prints; the work is done elsewhere."""
