"""Games of bots against bots, many of them: `undercast simulate`."""
