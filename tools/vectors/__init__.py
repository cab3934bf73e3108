"""Makes the bots' English table of word vectors: `python -m tools.vectors`."""
