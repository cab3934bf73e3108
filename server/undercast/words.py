"""Decks of codenames: loads them, checks them, mixes them and draws a board from them.

A deck is one UTF-8 file in the folder of word lists: `# key: value` lines (language, name, licence,
version), then one codename a line in its natural case; the pages show it in capitals. The file's
name is the deck's id. A new language is a new file, and one line in `ALGORITHMS` if Snowball knows
the language.
"""

import random
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import snowballstemmer

from undercast.refusals import Refusal, Refused
from undercast.rules.text import JOINERS, is_plain, tidy

SHORTEST = 2
LONGEST = 13
"""Letters of a codename, spaces included: what a card can show to the far end of the sofa."""

FEWEST_PASTED = 25
"""A board; a host's own list is a deck from here on."""

FEWEST_SHIPPED = 400
"""Sixteen boards without a repetition: more than an evening."""

MOST_PASTED = 2_000
MOST_BYTES = 64 * 1024
"""Bounds of a pasted list, so that nobody can keep the server busy with one."""

MOST_PROBLEMS = 50
"""Problems of a pasted list that are told at once."""

HEADER = ("language", "name", "licence", "version")
"""The keys that a word list states about itself."""

SEAM = "|"
"""Stands in the Serbian list between two letters that only look like lj, nj or dž (in|jekcija)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The codenames of one language in one script, as the cards show them."""

    language: str
    name: str
    licence: str
    version: str
    codenames: tuple[str, ...]


class Reason(StrEnum):
    """Why a codename, or a whole list, does not do."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    NO_LETTER = "no_letter"
    FORBIDDEN_CHARACTER = "forbidden_character"
    MIXED_SCRIPTS = "mixed_scripts"
    DUPLICATE = "duplicate"
    INFLECTION = "inflection"
    COMPOUND = "compound"
    MISSING_HEADER = "missing_header"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    TOO_LARGE = "too_large"


WHOLE_LIST = 0
"""The line of a problem that is not about one line."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a list.

    `line` counts from 1, or is WHOLE_LIST. `codename` is short and safe to show: what is invisible
    in it has become "\ufffd". `other` is the codename that it collides with, the missing key of the
    header, or the number of codenames that there are.
    """

    line: int
    codename: str
    reason: Reason
    other: str = ""


class DeckUnreadable(ValueError):
    """A file among the word lists is no deck: not UTF-8, no full header, letters unknown to it."""


class TooFewCodenames(ValueError):
    """The pool has fewer different codenames than the board has cards."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"{have} codenames, {need} needed")
        self.have = have
        self.need = need


class WordsRefused(Refused):
    """A pasted list is not good enough; `problems` says what to mend."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(Refusal.WORDS_REFUSED, f"{len(problems)} problems")
        self.problems = tuple(problems[:MOST_PROBLEMS])


# Decks on disk.


def load(folder: Path) -> Mapping[str, Deck]:
    """Every deck of `folder` by its id, in the order of the ids; Serbian in both scripts.

    Reads the files and their headers; whether the codenames are good ones is for `check`, which the
    tests run on every shipped list. Raises DeckUnreadable, naming the file.
    """
    decks = {}
    for file in folder.glob("*.txt"):
        decks[file.stem] = _read(file)
    if "sr" in decks:
        try:
            decks["sr"], decks["sr-Cyrl"] = _both_scripts(decks["sr"])
        except ValueError as error:
            raise DeckUnreadable(f"sr.txt: {error}") from error
    return dict(sorted(decks.items()))


def _read(file: Path) -> Deck:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckUnreadable(f"{file.name}: not UTF-8") from error
    header = _header(text)
    missing = [key for key in HEADER if not header.get(key)]
    if missing:
        raise DeckUnreadable(f"{file.name}: the header lacks {', '.join(missing)}")
    if header["language"] != file.stem:
        raise DeckUnreadable(f"{file.name}: the header says language {header['language']}")
    return Deck(
        language=header["language"],
        name=header["name"],
        licence=header["licence"],
        version=header["version"],
        codenames=tuple(tidy(codename) for _, codename in _lines(text)),
    )


def _both_scripts(marked: Deck) -> tuple[Deck, Deck]:
    """The Latin and the Cyrillic deck of the one Serbian list, in which seams are marked."""
    latin = replace(marked, codenames=tuple(_without_seams(c) for c in marked.codenames))
    cyrillic = Deck(
        language="sr-Cyrl",
        name=to_cyrillic(marked.name),
        licence=marked.licence,
        version=marked.version,
        codenames=tuple(to_cyrillic(c) for c in marked.codenames),
    )
    return latin, cyrillic


def _header(text: str) -> dict[str, str]:
    """The `# key: value` lines above the first codename."""
    header = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        key, colon, value = line.lstrip("# ").partition(":")
        if colon:
            header[key.strip().lower()] = value.strip()
    return header


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The codenames of a file with their line numbers; comments and blank lines left out."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line.strip(" ")


# Boards.


def pool(
    decks: Mapping[str, Deck], ids: Iterable[str], house: Iterable[str] = ()
) -> tuple[str, ...]:
    """The codenames of the decks `ids`, and the house words on top, each of them once.

    Words that differ only in case, accents, hyphens or Serbian script are the same here. Raises
    KeyError for an unknown id.
    """
    mixed = [codename for deck in ids for codename in decks[deck].codenames]
    return _distinct([*mixed, *house])


def draw(
    pool: Sequence[str], seen: Collection[str], count: int, rng: random.Random
) -> tuple[str, ...]:
    """`count` different codenames of `pool` in random order.

    Rule "Set-up": codenames that the room has not seen; when fewer of them are left than needed,
    all of those and the rest from the reshuffled seen ones. Raises TooFewCodenames when the pool as
    a whole is too small. To exchange a card, leave the codenames of the board out of `pool`.
    """
    codenames = _distinct(pool)
    if len(codenames) < count:
        raise TooFewCodenames(len(codenames), count)
    seen_keys = {fold(codename) for codename in seen}
    fresh = [codename for codename in codenames if fold(codename) not in seen_keys]
    if len(fresh) >= count:
        return tuple(rng.sample(fresh, count))
    again = [codename for codename in codenames if fold(codename) in seen_keys]
    board = fresh + rng.sample(again, count - len(fresh))
    rng.shuffle(board)
    return tuple(board)


def _distinct(codenames: Iterable[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for codename in codenames:
        first.setdefault(fold(codename), codename)
    return tuple(first.values())


# Checks.


def check(text: str, fewest: int = FEWEST_SHIPPED) -> list[Problem]:
    """What is wrong with the text of a word list, in the order of its lines; empty when it is good.

    The language is the header's.
    """
    header = _header(text.removeprefix("\ufeff"))
    problems = [
        Problem(WHOLE_LIST, "", Reason.MISSING_HEADER, key) for key in HEADER if not header.get(key)
    ]
    language = header.get("language", "")
    lines: Iterable[tuple[int, str]] = _lines(text)
    if language == "sr":
        lines = ((line, _without_seams(codename)) for line, codename in lines)
    good, bad = _judge(lines, language)
    return problems + bad + _too_few(good, fewest)


def parse_pasted(
    text: str, language: str = "en", fewest: int = FEWEST_PASTED
) -> tuple[tuple[str, ...], list[Problem]]:
    """The good codenames of a list that a host pasted, and what was left out and why.

    Codenames stand on lines of their own or between commas, semicolons or tabs; lines that begin
    with # are comments. Blanks around and inside are tidied. Of more than MOST_PASTED codenames the
    first ones count; a text of more than MOST_BYTES is not looked at. `fewest` may be lower for
    house words on top of a deck. Never raises, whatever was pasted.
    """
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        return (), [Problem(WHOLE_LIST, "", Reason.TOO_LARGE)]
    pasted = [
        (line, codename)
        for line, several in _lines(_OTHER_BLANKS.sub(" ", text))
        for part in _SEPARATORS.split(several)
        if (codename := tidy(part))
    ]
    good, problems = _judge(pasted[:MOST_PASTED], language)
    if len(pasted) > MOST_PASTED:
        problems.append(Problem(WHOLE_LIST, "", Reason.TOO_MANY, str(len(pasted))))
    return tuple(good), problems + _too_few(good, fewest)


_SEPARATORS = re.compile("[,;\t،、，]")
_OTHER_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""Spaces that web pages and word processors put between words; a card needs only the plain one."""


def explain(problem: Problem) -> str:
    """One English line about `problem`, for a terminal."""
    sentence = _SENTENCES[problem.reason].format(problem.codename, problem.other)
    return sentence if problem.line == WHOLE_LIST else f"line {problem.line}: {sentence}"


_SENTENCES: Mapping[Reason, str] = {
    Reason.TOO_SHORT: f"“{{0}}” is shorter than {SHORTEST} letters",
    Reason.TOO_LONG: f"“{{0}}” is longer than {LONGEST} letters and would not fit a card",
    Reason.NO_LETTER: "“{0}” has no letter",
    Reason.FORBIDDEN_CHARACTER: "“{0}” has a character that is invisible or does not belong there",
    Reason.MIXED_SCRIPTS: "“{0}” mixes letters of two scripts in one word",
    Reason.DUPLICATE: "“{0}” is there already (“{1}”)",
    Reason.INFLECTION: "“{0}” is a form of “{1}”",
    Reason.COMPOUND: "“{0}” is made with “{1}”, which is a codename too",
    Reason.MISSING_HEADER: "the header lacks “# {1}: …”",
    Reason.TOO_FEW: "too few codenames: {1}",
    Reason.TOO_MANY: f"{{1}} codenames; only the first {MOST_PASTED} were taken",
    Reason.TOO_LARGE: f"the list is larger than {MOST_BYTES // 1024} kB",
}


def _too_few(good: Sequence[str], fewest: int) -> list[Problem]:
    if len(good) >= fewest:
        return []
    return [Problem(WHOLE_LIST, "", Reason.TOO_FEW, f"{len(good)} of {fewest}")]


def _judge(lines: Iterable[tuple[int, str]], language: str) -> tuple[list[str], list[Problem]]:
    """The codenames that pass, in their order, and the problems of the others."""
    problems = []
    kept: list[tuple[int, str]] = []
    taken = _Taken(language)
    for line, codename in lines:
        reason, other = _malformed(codename), ""
        if reason is None:
            reason, other = taken.collision(codename)
        if reason is None:
            kept.append((line, codename))
            taken.add(codename)
        else:
            problems.append(Problem(line, _showable(codename), reason, other))

    # A compound may stand before its members in the list, so this needs the whole of it.
    good = []
    for line, codename in kept:
        if member := taken.member_of(codename):
            problems.append(Problem(line, codename, Reason.COMPOUND, member))
        else:
            good.append(codename)
    return good, sorted(problems, key=lambda problem: problem.line)


def _malformed(codename: str) -> Reason | None:
    """What is wrong with a codename by itself."""
    length = sum(1 for char in codename if unicodedata.category(char)[0] != "M")
    if length > LONGEST:
        return Reason.TOO_LONG
    if not is_plain(codename) or not all(_allowed(char) for char in codename):
        return Reason.FORBIDDEN_CHARACTER
    if length < SHORTEST:
        return Reason.TOO_SHORT
    if not any(char.isalpha() for char in codename):
        return Reason.NO_LETTER
    if any(len(_scripts(word)) > 1 for word in codename.split()):
        return Reason.MIXED_SCRIPTS
    return None


def _allowed(char: str) -> bool:
    """Letters, their marks, digits, and what stands inside names (Mr. X, rock’n’roll)."""
    kind = unicodedata.category(char)
    variation_selector = "\ufe00" <= char <= "\ufe0f"
    belongs = kind[0] in "LM" or kind == "Nd" or char in " -'’.&" or char in JOINERS
    return belongs and not variation_selector


def _scripts(word: str) -> set[str]:
    """The scripts of the letters of `word`; those that Japanese writes together count as one."""
    names = {unicodedata.name(char, "?").split()[0] for char in word if char.isalpha()}
    return {"JAPANESE" if name in _JAPANESE else name for name in names}


_JAPANESE = {"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "CJK"}


def _showable(codename: str) -> str:
    """`codename` cut to a line and with what is invisible made visible, for showing to people."""
    cut = codename if len(codename) <= 2 * LONGEST else codename[: 2 * LONGEST] + "…"
    return "".join(char if is_plain(char) else "\ufffd" for char in cut)


# Words that are the same, or nearly.


def fold(codename: str) -> str:
    """What `codename` is apart from case, accents, hyphens, blanks and Serbian script.

    Two codenames with one fold are the same codename: they never lie on one board.
    """
    latin = "".join(_LATIN.get(char, char) for char in codename.casefold())
    letters = unicodedata.normalize("NFKD", latin.replace("đ", "dj"))
    return "".join(char for char in letters if not _is_accent(char) and _is_spelling(char))


def _is_accent(char: str) -> bool:
    # Only these: the vowel signs of Indian scripts are marks too, but they are no decoration.
    return "\u0300" <= char <= "\u036f"


def _is_spelling(char: str) -> bool:
    return char not in " -'’." and char not in JOINERS


ALGORITHMS: Mapping[str, str] = {
    "bs": "serbian",
    "en": "english",
    "hi": "hindi",
    "hr": "serbian",
    "sr": "serbian",
}
"""The Snowball stemmer by language; the Serbian one knows both scripts and ije/je as well as e."""

ENDINGS: Mapping[str, frozenset[str]] = {
    "english": frozenset(["", "s", "es", "y", "ies", "e", "ed", "ing"]),
    "serbian": frozenset(
        ["", *"aeiou", "om", "em", "og", "im", "ih", "oj", "ama", "ima"]
        + ["ov" + ending for ending in ("i", "a", "e", "ima")]
        + ["ev" + ending for ending in ("i", "a", "e", "ima")]
    ),
}
"""Endings that inflect a word. Stemmers cut off more than those (organ, organic), so two words of
one stem count as forms of each other only when they differ by these."""

_DIFFERENT = {("", "e"), ("e", "y"), ("y", "e")}
"""English pairs that differ by endings and are words of their own all the same: past and paste."""

_IRREGULAR = {
    "calves": "calf", "children": "child", "dice": "die", "feet": "foot", "geese": "goose",
    "halves": "half", "knives": "knife", "leaves": "leaf", "lives": "life", "loaves": "loaf",
    "men": "man", "mice": "mouse", "oxen": "ox", "people": "person", "scarves": "scarf",
    "shelves": "shelf", "teeth": "tooth", "thieves": "thief", "wives": "wife", "wolves": "wolf",
    "women": "woman",
}  # fmt: skip


class _Taken:
    """The codenames of a list so far, for telling whether the next one is among them."""

    def __init__(self, language: str) -> None:
        self._algorithm = ALGORITHMS.get(language.partition("-")[0], "")
        self._stemmer = snowballstemmer.stemmer(self._algorithm) if self._algorithm else None
        self._by_fold: dict[str, str] = {}
        self._by_root: dict[str, list[str]] = defaultdict(list)

    def add(self, codename: str) -> None:
        self._by_fold[fold(codename)] = codename
        self._by_root[self._root(codename)].append(codename)

    def collision(self, codename: str) -> tuple[Reason | None, str]:
        """Why `codename` is a codename of the list again, and which."""
        if same := self._by_fold.get(fold(codename)):
            return Reason.DUPLICATE, _showable(same)
        for other in self._by_root[self._root(codename)]:
            if self._is_form(fold(codename), fold(other)):
                return Reason.INFLECTION, other
        return None, ""

    def member_of(self, codename: str) -> str:
        """A codename of the list that is a word of `codename` (Robin Hood, horseshoe), or ""."""
        words = re.split("[ -]", codename)
        if len(words) > 1:
            members = (self._by_fold.get(fold(word), "") for word in words)
            return next((member for member in members if member), "")
        whole = fold(codename)
        for cut in range(_MEMBER, len(whole) - _MEMBER + 1):
            # Both halves must be codenames: that "carpet" begins with "car" says nothing.
            if whole[:cut] in self._by_fold and whole[cut:] in self._by_fold:
                return self._by_fold[whole[:cut]]
        return ""

    def _root(self, codename: str) -> str:
        latin = "".join(_LATIN.get(char, char) for char in codename.casefold())
        before, blank, last = latin.rpartition(" ")
        if self._algorithm == "english":
            last = _IRREGULAR.get(last.removesuffix("'s"), last)
        if self._algorithm == "serbian":
            last = re.sub("(?<=..)[oe]v(i|a|e|ima)$", "", last)
        stem = self._stemmer.stemWord(last) if self._stemmer else last
        return fold(before) + blank + fold(stem)

    def _is_form(self, one: str, other: str) -> bool:
        """Whether two folded words of the same root differ as forms of one word do."""
        if _IRREGULAR.get(one) == other or _IRREGULAR.get(other) == one:
            return True
        endings = ENDINGS.get(self._algorithm)
        if endings is None:
            return True
        short, long = sorted((one, other), key=len)
        for shared in range(len(short), 1, -1):
            pair = (short[shared:], long[shared:])
            if one[:shared] == other[:shared] and endings.issuperset(pair):
                return self._algorithm != "english" or pair not in _DIFFERENT
        return False


_MEMBER = 4
"""Letters of a word that may count as a member of a compound."""


# Serbian in two scripts.


def to_cyrillic(codename: str) -> str:
    """A Serbian codename in Cyrillic: lj, nj and dž are one letter unless a SEAM parts them.

    Raises ValueError for a letter that Serbian does not have: names are written as they are
    spoken (Njujork).
    """
    parts = _DIGRAPHS.split(unicodedata.normalize("NFC", codename))
    return "".join(_cyrillic(part) for part in parts if part != SEAM)


def _cyrillic(letter: str) -> str:
    if letter and letter[0].isalpha():
        try:
            lower = _CYRILLIC[letter.lower()]
        except KeyError:
            raise ValueError(f"no Serbian letter: {letter!r}") from None
        return lower.upper() if letter[0].isupper() else lower
    return letter


def _without_seams(codename: str) -> str:
    return codename.replace(SEAM, "")


_DIGRAPHS = re.compile("(lj|nj|dž|.)", re.IGNORECASE | re.DOTALL)

_CYRILLIC: Mapping[str, str] = {
    **dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True)),
    "lj": "љ",
    "nj": "њ",
    "dž": "џ",
}

_LATIN: Mapping[str, str] = {cyrillic: latin for latin, cyrillic in _CYRILLIC.items()}
