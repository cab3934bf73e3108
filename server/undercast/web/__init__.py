"""Pages, socket handlers, wire and sessions: the way in and out of the server."""
