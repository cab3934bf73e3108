"""How long messages take and how they are answered, for those who ask for it."""

from time import monotonic

from undercast.base.prometheus import Registry
from undercast.web.protocol.handlers import Handler, Measured
from undercast.web.protocol.responses import Answer, Failed


def measured(measures: Registry) -> Measured:
    """What makes handlers that are measured. Kinds, names and outcomes are those of the protocol:
    whatever a client calls a message that there is not, here it is `unknown`.
    """
    outcomes = measures.counts(
        "undercast_messages_total", "Messages of clients, by their answer.", "name", "outcome"
    )
    seconds = measures.histograms(
        "undercast_message_seconds",
        "How long messages took, from their turn to the answer.",
        "kind",
    )

    def of(kind: str, name: str, handler: Handler) -> Handler:
        taken, done = seconds(kind), (name, "ok")

        def handled(sid: str, data: object) -> Answer:
            began = monotonic()
            answer = handler(sid, data)
            taken.add(monotonic() - began)
            outcome = (name, str(answer.error.code)) if isinstance(answer, Failed) else done
            outcomes[outcome] += 1
            return answer

        return handled

    return of
