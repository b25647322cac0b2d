"""Trained taggers at work."""

import os

# onnxruntime reports to its maker, and keeps a file in the temporary folder, unless it is told not to before it is
# imported. Nothing leaves the house.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
