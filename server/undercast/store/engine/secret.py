"""What all servers of a house sign with."""

from undercast.store import files
from undercast.store.engine import keys
from undercast.store.engine.connection import Engine


def secret(engine: Engine) -> str:
    """The secret of this house, made by whoever asks first. Raises what the library raises."""
    engine.do("HSETNX", keys.HOUSE, "secret", files.new_secret())
    return str(engine.do("HGET", keys.HOUSE, "secret").decode())
