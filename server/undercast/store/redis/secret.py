"""The signing key that all servers share."""

from undercast.store import data_file
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection


def secret(redis: RedisConnection) -> str:
    """The signing key, made by the first caller. Raises what the client raises."""
    redis.do("HSETNX", keys.METADATA, "secret", data_file.new_secret())
    return str(redis.do("HGET", keys.METADATA, "secret").decode())
