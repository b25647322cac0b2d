"""Hospitals train one de-identifier together, and no note leaves the house (S5)."""
