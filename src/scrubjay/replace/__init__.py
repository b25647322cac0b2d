"""Putting something else in the place of what was found."""
