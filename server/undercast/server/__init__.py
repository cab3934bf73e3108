"""A running server: the one place where its parts are put together, and its life."""
