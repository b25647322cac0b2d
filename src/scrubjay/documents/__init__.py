"""What everything else is about: spans, documents, corpora, and the labels they carry."""
