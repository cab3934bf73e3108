"""One room on one device: its state, its connection, and what the server is sent of it."""

from dataclasses import dataclass, field

from undercast.base.cast_status import CastPhase, Kind, Receiver
from undercast.cast import events
from undercast.cast.messages import CastIntent, CastState, NextDevice
from undercast.cast.remote_control import RemoteControl
from undercast.cast.state import State


@dataclass(slots=True, eq=False)
class RoomCast:
    """One cast."""

    room: str
    path: str = "/"
    kind: Kind = Kind.CAST
    state: State = field(default_factory=State)
    remote: RemoteControl | None = None
    connection_number: int = 0
    """Events of an earlier remote control are ignored."""
    launches: int = 0
    """Sent to this remote control."""
    nonce: str = ""
    address: str = ""
    lost_launch: Receiver | None = None
    """Launched when the connection broke: its app may be up in an unknown session, or come up."""

    def track_launch(self, event: events.Event) -> None:
        """Update `lost_launch` by an event of the remote control."""
        if isinstance(event, events.AppStarted):
            self.lost_launch = None
        elif isinstance(event, events.ConnectionLost):
            self.lost_launch = launching(self.state) or self.lost_launch

    @property
    def intent(self) -> CastIntent | None:
        """What is needed to resume it; None: nothing is wanted any more."""
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
    """The receiver that is launched and not known to be up."""
    under_way = state.phase is CastPhase.LAUNCHING and not state.session
    return state.receiver if under_way else None


def cast_state(cast: RoomCast, coming: RoomCast | None) -> CastState:
    """What the server is sent of a room: its cast, and the one that is to replace it."""
    state, other = cast.state, coming and coming.state
    return CastState(
        room=cast.room,
        device=state.device,
        state=state.phase,
        reason=state.reason,
        intent=cast.intent,
        receiver=state.receiver,
        failed=state.chain[: state.receiver_index] if state.phase is CastPhase.SHOWING else (),
        coming=NextDevice(other.device, other.phase, other.reason, other.receiver)
        if other
        else None,
    )
