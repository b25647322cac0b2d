"""Taking identities out of notes: one at a time, or a million with a report."""
