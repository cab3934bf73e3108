"""Makes the referee's data files."""
