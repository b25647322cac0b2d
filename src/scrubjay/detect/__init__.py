"""Finding what identifies a person: detectors, the rule for overlaps, and the policy that decides what goes."""
