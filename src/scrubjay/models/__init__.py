"""The papers' networks, in torch: comes with the extra `train`."""
