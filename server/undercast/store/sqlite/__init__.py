"""The room log in one SQLite file: `store` is the store, the rest are its parts."""
