"""How long messages take and how they are answered, for those who ask for it."""

from time import monotonic

from undercast.measures import Measures
from undercast.web.protocol.answers import Answer, Failed
from undercast.web.protocol.handlers import Handler, Measured


def measured(measures: Measures) -> Measured:
    """What makes handlers that are measured. Kinds, names and outcomes are those of the protocol:
    whatever a client calls a message that there is not, here it is `unknown`.
    """
    outcomes = measures.counts(
        "undercast_messages_total", "Client messages, by answer.", "name", "outcome"
    )
    seconds = measures.histograms(
        "undercast_message_seconds",
        "Time from the turn of a message to its answer.",
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
