"""What is counted of a running server, and how it is told to Prometheus.

Counting is an addition to a plain number; whatever can be looked up is looked up when somebody
asks. No name and no label ever comes from a client: all are written in this program.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""Of the text format (https://prometheus.io/docs/instrumenting/exposition_formats/)."""

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of a histogram's buckets."""

Sample = tuple[Mapping[str, str], float]
"""Labels and value."""


class Histogram:
    """How long something took."""

    __slots__ = ("_buckets", "_sum")

    def __init__(self) -> None:
        self._buckets = [0] * (len(SECONDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Once more."""
        self._buckets[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str, labels: Mapping[str, str]) -> Iterable[str]:
        """In the text format."""
        total = 0
        for bound, count in zip((*SECONDS, "+Inf"), self._buckets, strict=True):
            total += count
            yield _line(f"{name}_bucket", {**labels, "le": f"{bound}"}, total)
        yield _line(f"{name}_sum", labels, self._sum)
        yield _line(f"{name}_count", labels, total)


class Registry:
    """All that is told, in the order in which it was named."""

    def __init__(self) -> None:
        self._families: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {}

    def gauge(self, name: str, about: str, read: Callable[[], Iterable[Sample]]) -> None:
        """Something that goes up and down; `read` when somebody asks."""
        self._add(name, "gauge", about, lambda: _samples(name, read()))

    def counter(self, name: str, about: str, read: Callable[[], Iterable[Sample]]) -> None:
        """Something that is only counted up; its name ends in `_total`."""
        self._add(name, "counter", about, lambda: _samples(name, read()))

    def counts(self, name: str, about: str, *labels: str) -> Counter[tuple[str, ...]]:
        """A counter for each combination of these labels, to be counted up."""
        counted: Counter[tuple[str, ...]] = Counter()

        def read() -> Iterable[Sample]:
            for values, count in sorted(counted.items()):
                yield dict(zip(labels, values, strict=True)), count

        self.counter(name, about, read)
        return counted

    def histograms(self, name: str, about: str, label: str) -> Callable[[str], Histogram]:
        """A histogram for each value of this label."""
        each: dict[str, Histogram] = {}

        def lines() -> Iterable[str]:
            for value, histogram in sorted(each.items()):
                yield from histogram.lines(name, {label: value})

        self._add(name, "histogram", about, lines)
        return lambda value: each.setdefault(value, Histogram())

    def histogram(self, name: str, about: str) -> Histogram:
        """A single one."""
        histogram = Histogram()
        self._add(name, "histogram", about, lambda: histogram.lines(name, {}))
        return histogram

    @property
    def about(self) -> Mapping[str, str]:
        """What there is, by name: kind and meaning, as in the text."""
        return {name: about for name, (about, _) in self._families.items()}

    def text(self) -> str:
        """Everything in Prometheus' text format."""
        lines = []
        for name, (about, read) in self._families.items():
            kind, _, meaning = about.partition(" ")
            lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", *read()]
        return "\n".join(lines) + "\n"

    def _add(self, name: str, kind: str, about: str, lines: Callable[[], Iterable[str]]) -> None:
        assert name not in self._families, name
        self._families[name] = (f"{kind} {about}", lines)


def one(value: float) -> Iterable[Sample]:
    """A single number without labels."""
    return (({}, value),)


def by(label: str, values: Mapping[str, float]) -> Iterable[Sample]:
    """A number for each value of one label."""
    return (({label: value}, number) for value, number in sorted(values.items()))


def _samples(name: str, samples: Iterable[Sample]) -> Iterable[str]:
    return (_line(name, labels, value) for labels, value in samples)


def _line(name: str, labels: Mapping[str, str], value: float) -> str:
    told = ",".join(f'{label}="{said}"' for label, said in labels.items())
    return f"{name}{{{told}}} {value}" if told else f"{name} {value}"
