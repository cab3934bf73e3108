"""The way in and out of the server: HTTP, sockets, JSON, and who belongs to which room."""
