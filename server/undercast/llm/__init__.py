"""A language model that bots may ask: any endpoint that speaks the OpenAI chat protocol.

`prompts` makes the question from what a seat sees, `client` asks it over `http_client`,
`response_parser` reads the answer, which is never trusted, and `bot` plays by it. Without a usable
answer the table of words decides.
"""
