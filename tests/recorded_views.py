"""What was recorded of a room, and how what is seen now is held against it."""

from typing import Any

Seen = dict[str, Any]


def missing(expected: Any, found: Any, where: str = "") -> list[str]:
    """Where `found` is not as recorded. A later release may say more, never something else."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [
            line
            for name, value in expected.items()
            for line in missing(value, found.get(name, "nothing"), f"{where}.{name}")
        ]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for n, pair in pairs for line in missing(*pair, f"{where}[{n}]")]
    return [] if expected == found else [f"{where}: {expected!r} was recorded, now {found!r}"]


def as_told_now(view: Any) -> Any:
    """What was recorded, in the words of this release: it tells the same with more in them."""
    if isinstance(view, list):
        return [as_told_now(item) for item in view]
    if not isinstance(view, dict):
        return view
    told = {name: as_told_now(value) for name, value in view.items()}
    told.pop("awards", None)  # what is worth a mention is each release's to say
    if "exchange" in told:  # one codename a game could be exchanged
        former = told.pop("exchange")
        told["exchanges"] = [] if former is None else [former]
    if isinstance(told.get("keys"), dict):  # one person sat on a side of a duet
        told["keys"] = {
            s: [who] if isinstance(who, str) else who for s, who in told["keys"].items()
        }
    return told


ADVICE = ("may", "suggested", "unseated", "no_deal", "next_keys")
"""What a view says only to help; a later release may advise otherwise."""

OF_THE_MOMENT = ("online", "screen")
"""What a view says of connections."""


def lasting(view: Any) -> Any:
    """What of a view stays true when everybody comes back to another release."""
    if isinstance(view, list):
        return [lasting(item) for item in view]
    if not isinstance(view, dict):
        return view
    passing = (*ADVICE, *OF_THE_MOMENT)
    return {name: lasting(value) for name, value in view.items() if name not in passing}
