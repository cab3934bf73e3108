"""Several processes that serve together on one computer, and the one that looks after them."""
