"""Made-up clinical notes with gold spans, for training, demos and tests."""
