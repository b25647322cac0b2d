"""Rules that find identities, one file per family, each rule with its reason."""
