"""One file a format. `reading.read` and `writing.write` are the two doors; `registry.FORMATS` lists them all."""
