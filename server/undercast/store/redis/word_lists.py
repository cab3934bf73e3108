"""The household's word lists in Redis: one hash, with two fields for each list."""

from collections.abc import Iterator

import msgspec

from undercast.service import KeptList
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection

KEEP = """
local list, text = ARGV[1], ARGV[1] .. '.text'
if redis.call('HEXISTS', KEYS[1], list) == 1 then return 'taken' end
if redis.call('HLEN', KEYS[1]) >= 2 * ARGV[2] then return 'full' end
redis.call('HSET', KEYS[1], list, ARGV[3], text, ARGV[4])
return 'kept'
"""
"""Keep a list. ARGV: its id, how many there may be, the list and its words."""

DELETE = """
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1], ARGV[1] .. '.text')
"""
"""Delete a list if it is still this one."""

encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(KeptList).decode


class RedisWordLists:
    """The lists. Everything here raises what the client raises."""

    def __init__(self, redis: RedisConnection) -> None:
        self._redis = redis
        self._keep = redis.script(KEEP)
        self._delete = redis.script(DELETE)

    def read(self) -> list[KeptList]:
        """All lists."""
        fields = self._redis.do("HKEYS", keys.WORD_LISTS)
        ids = [field for field in fields if not field.endswith(b".text")]
        if not ids:
            return []
        found = self._redis.do("HMGET", keys.WORD_LISTS, *ids)
        return [_decode(data) for data in found if data is not None]

    def text(self, list_id: str) -> str | None:
        """The words of this list; None if there is no such list."""
        found = self._redis.do("HGET", keys.WORD_LISTS, text_field(list_id))
        return None if found is None else found.decode()

    def keep(self, kept: KeptList, words: str, most: int) -> bool:
        """Keep a list, unless there are `most`; returns whether it was kept.

        Raises KeyError if there is one of this id.
        """
        done = self._keep([keys.WORD_LISTS], kept.id, most, encode(kept), words)
        if done == b"taken":
            raise KeyError(kept.id)
        return bool(done == b"kept")

    def delete(self, kept: KeptList) -> bool:
        """Delete this list; returns whether it was still there."""
        return bool(self._delete([keys.WORD_LISTS], kept.id, encode(kept)))

    def rows(self) -> Iterator[tuple[KeptList, str]]:
        """All lists with their words."""
        for kept in self.read():
            words = self.text(kept.id)
            if words is not None:  # else it was deleted just now
                yield kept, words


def text_field(list_id: str) -> str:
    """The field with the words of this list."""
    return f"{list_id}.text"
