"""The command `undercast` and its subcommands."""
