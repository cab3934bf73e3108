"""What all servers of a house sign with."""

from undercast.store import data_file
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection


def secret(redis: RedisConnection) -> str:
    """The secret of this house, made by whoever asks first. Raises what the library raises."""
    redis.do("HSETNX", keys.METADATA, "secret", data_file.new_secret())
    return str(redis.do("HGET", keys.METADATA, "secret").decode())
