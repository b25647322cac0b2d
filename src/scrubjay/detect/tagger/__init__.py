"""Trained taggers at work: onnxruntime and numpy, no torch."""
