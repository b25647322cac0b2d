"""Where words, sentences and entities lie in a note: tokenizers, splitters, tag schemes, alignment."""
