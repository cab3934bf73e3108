"""Makes the referee's data files. Nothing here runs on a server."""
