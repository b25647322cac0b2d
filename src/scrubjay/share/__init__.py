"""Training data that names nobody: neighbours for identities, a private representation, attacks on it (S1)."""
