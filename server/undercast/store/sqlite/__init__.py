"""The room log in one SQLite file: `store` is the store, the other modules are its parts."""
