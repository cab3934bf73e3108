"""What only makes files that are committed. Nothing here runs on a server, or is in its wheel."""
