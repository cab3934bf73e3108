"""English words that say nothing about those beside them."""

SMALL_WORDS = frozenset([
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "da", "de", "der", "di", "do", "el",
    "for", "from", "he", "her", "him", "his", "i", "in", "into", "is", "it", "its", "la",
    "le", "los", "me", "my", "n", "no", "nor", "not", "o", "of", "on", "or", "our", "out", "so",
    "some", "such", "than", "that", "the", "their", "them", "then", "they", "this", "to", "us",
    "van", "von", "was", "we", "were", "who", "with", "you", "your",
])  # fmt: skip
"""Words that stand in any phrase."""
