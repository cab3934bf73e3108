"""The household's word lists, as a phone is told of them; names are whatever somebody typed."""

from collections.abc import Iterable, Iterator, Mapping

from undercast.service import LONGEST_LIST_NAME, MAX_LISTS

LONG = "W" * LONGEST_LIST_NAME
NAMES = ("Our words", LONG, "दादी के शब्द", '<b>"Ours"</b> & 🍋', "מילים שלנו")
WORDS = {"text": "# name: Our words\nLemon\nPiano\n"}

Answers = Mapping[str, object]


def states() -> Iterator[tuple[str, Answers, tuple[str, ...]]]:
    """The name of each state, what the server answers, and what is unfolded."""
    several = {"library": _library(_list(n, name, yours=n < 2) for n, name in enumerate(NAMES))}
    full = {"library": _library(_list(n, f"Our words {n}") for n in range(MAX_LISTS))}
    gone, failed = _failure("library/not_found"), _failure("client/dropped")
    both, first = (".own-words", ".library"), (".library", "[data-testid=list-a0]")
    pressed = ("[data-testid=list-show]", "[data-testid=list-delete]")
    yield "library", several, both
    yield "library-list", {**several, "library_text": WORDS}, (*first, *pressed)
    yield "library-gone", {**several, "library_text": gone}, (*first, pressed[0])
    yield "library-long", several, (".library", "[data-testid=list-a1]")
    yield "library-empty", {"library": _library(())}, both
    yield "library-fetching", {}, both
    yield "library-offline", {"library": failed}, both
    yield "library-full", full, (".own-words",)


def _library(lists: Iterable[Answers]) -> Answers:
    return {"lists": list(lists), "open": True}


def _list(number: int, name: str, *, yours: bool = False) -> Answers:
    return {"id": f"a{number}", "name": name, "codenames": 120, "yours": yours}


def _failure(code: str) -> Answers:
    return {"error": {"code": code, "detail": "", "problems": [], "findings": []}}
