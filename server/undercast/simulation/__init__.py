"""Many games of bots against bots: `undercast simulate`."""
