"""The room log: append-only, one row an entry. `sqlite` is the store; `codec` is its format."""
