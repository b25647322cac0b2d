"""How taggers learn: examples, batches, the loop, its memory on disk."""
