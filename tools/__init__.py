"""Developer tools, mostly generators of committed files. They are not in the wheel."""
