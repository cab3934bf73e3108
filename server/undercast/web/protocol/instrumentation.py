"""Times and counts the messages of clients, where metrics are on."""

from time import monotonic

from prometheus_client import CollectorRegistry, Counter, Histogram

from undercast.store.instrumented import BUCKETS
from undercast.web.protocol.handlers import Handler, Measured
from undercast.web.protocol.responses import Answer, Failed


def instrumented(registry: CollectorRegistry) -> Measured:
    """A wrapper for handlers. Kinds, names and outcomes are those of the protocol: whatever a
    client calls a message that there is not, here it is `unknown`.
    """
    outcomes = Counter(
        "undercast_messages_total",
        "Messages of clients, by their answer.",
        ["name", "outcome"],
        registry=registry,
    )
    seconds = Histogram(
        "undercast_message_seconds",
        "How long messages took, from their turn to the answer.",
        ["kind"],
        registry=registry,
        buckets=BUCKETS,
    )

    def wrap(kind: str, name: str, handler: Handler) -> Handler:
        taken, done = seconds.labels(kind), outcomes.labels(name, "ok")

        def handled(sid: str, data: object) -> Answer:
            began = monotonic()
            answer = handler(sid, data)
            taken.observe(monotonic() - began)
            if isinstance(answer, Failed):
                outcomes.labels(name, str(answer.error.code)).inc()
            else:
                done.inc()
            return answer

        return handled

    return wrap
