"""Starting from somebody else's notes (S4): what another's model is worth here, and how best to use it."""
