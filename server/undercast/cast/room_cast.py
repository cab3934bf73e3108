"""One room on one device, and what the server and it tell each other."""

from dataclasses import dataclass, field

from undercast.base.cast_status import CastPhase, Kind, Receiver
from undercast.cast import messages
from undercast.cast.messages import CastIntent, CastState, Coming
from undercast.cast.remote_control import RemoteControl
from undercast.cast.states import (
    AppUp,
    Event,
    GamePlayed,
    PeopleChanged,
    State,
    TakeBackPressed,
    Unlinked,
)


@dataclass(slots=True, eq=False)
class RoomCast:
    """One cast: what its machine remembers, and what it has in hands."""

    room: str
    path: str = "/"
    kind: Kind = Kind.CAST
    state: State = field(default_factory=State)
    remote: RemoteControl | None = None
    number: int = 0
    """Of the remote control: what an earlier one still says is not listened to."""
    launches: int = 0
    """Asked of this remote control."""
    nonce: str = ""
    address: str = ""
    lost: Receiver | None = None
    """What was launched when the connection broke: its app may be up, under a name that nobody
    knows, or still come up.
    """

    def heard(self, event: Event) -> None:
        """What an event of the remote control says of that."""
        if isinstance(event, AppUp):
            self.lost = None
        elif isinstance(event, Unlinked):
            self.lost = launching(self.state) or self.lost

    @property
    def wish(self) -> CastIntent | None:
        """What to take it up again with; None: nothing is wanted any more."""
        state = self.state
        if state.phase in (CastPhase.IDLE, CastPhase.FAILED):
            return None
        taken_over = state.phase is CastPhase.TAKEN_OVER
        return CastIntent(
            room=self.room,
            device=state.device,
            path=self.path,
            address=self.address,
            kind=self.kind,
            nonce=self.nonce,
            session=state.session,
            taken_over=taken_over,
            receiver=state.receiver,
            reason=state.reason if taken_over else None,
            was_active=state.was_active,
        )


def launching(state: State) -> Receiver | None:
    """What is launched, and not known to be up."""
    under_way = state.phase is CastPhase.LAUNCHING and not state.session
    return state.receiver if under_way else None


def told_of(cast: RoomCast, coming: RoomCast | None) -> CastState:
    """What the server is told of a room: of its cast, and of the one that is to take its place."""
    state = cast.state
    return CastState(
        room=cast.room,
        device=state.device,
        state=state.phase,
        reason=state.reason,
        wish=cast.wish,
        receiver=state.receiver,
        failed=state.chain[: state.way] if state.phase is CastPhase.SHOWING else (),
        coming=None if coming is None else _of_coming(coming.state),
    )


def _of_coming(state: State) -> Coming:
    return Coming(state.device, state.phase, state.reason, state.receiver)


def meant(message: messages.TakeBack | messages.PeopleMessage | messages.PlayedMessage) -> Event:
    """What the server says of a room, as its machine takes it."""
    match message:
        case messages.TakeBack():
            return TakeBackPressed()
        case messages.PeopleMessage(here=here):
            return PeopleChanged(here)
        case messages.PlayedMessage():
            return GamePlayed()
