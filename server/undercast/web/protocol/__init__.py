"""Messages: what is answered to each, and which connection belongs to which room."""
