"""What somebody may have meant who typed a word that nobody knows."""

from collections.abc import Iterator

MIN_LETTERS = 5
"""Of a word in which a slip is looked for: shorter ones become other words too easily."""

MIN_PART = 3
"""Letters of each part of a compound."""


def slips(word: str, letters: str) -> Iterator[str]:
    """Words from which `word` comes by one slip of `letters`: a pair turned round, one letter too
    many, another one, one missing.
    """
    if len(word) < MIN_LETTERS:
        return
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1)
    yield from (a + b[1:] for a, b in splits if b)
    yield from (a + c + b[1:] for a, b in splits if b for c in letters)
    yield from (a + c + b for a, b in splits for c in letters)


def parts(word: str) -> Iterator[tuple[str, str]]:
    """Two words that `word` may be made of, the longest first part first."""
    for at in range(len(word) - MIN_PART, MIN_PART - 1, -1):
        yield word[:at], word[at:]
