"""Bytes: the HTTP server, its WebSockets, and who may talk to us at all. Knows no message."""
