"""A language model that bots may ask: any endpoint that speaks the OpenAI chat protocol.

`questions` makes the question from what a seat sees, `asking` sends it, `answers` reads what comes
back, which is believed in nothing, `bot` plays by it; where that does not do, the table of words
decides. All asking is done in a process of its own: `asker`, which the server has by `advice`.
"""
