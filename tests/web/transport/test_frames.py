"""What is read without wsproto is read as wsproto reads it; the rest is left to it."""

from hypothesis import given
from hypothesis import strategies as st
from wsproto.connection import Connection, ConnectionType
from wsproto.events import TextMessage

from undercast.web.transport.frames import frame, whole_text

MOST = 1000
MASK = b"\x01\x02\xfd\xfe"
TEXT, PING = 1, 9


def masked(plain: bytes, mask: bytes = MASK) -> bytes:
    """A server's frame as a client would send it."""
    head = 4 if plain[1] == 126 else 2
    payload = bytes(byte ^ mask[i & 3] for i, byte in enumerate(plain[head:]))
    return bytes((plain[0], plain[1] | 0x80)) + plain[2:head] + mask + payload


def by_the_book(data: bytes) -> tuple[str, int] | None:
    """What wsproto makes of the shortest beginning that is a whole text message."""
    for end in range(len(data) + 1):
        reader = Connection(ConnectionType.SERVER)
        reader.receive_data(data[:end])
        match list(reader.events()):
            case [TextMessage(data=text, message_finished=True)]:
                return text, end
    return None


@given(st.text(max_size=300), st.binary(min_size=4, max_size=4), st.binary(max_size=20))
def test_a_whole_text_is_found_whatever_stands_around_it(
    text: str, mask: bytes, after: bytes
) -> None:
    whole = masked(frame(TEXT, text.encode()), mask)
    assert whole_text(b"before" + whole + after, 6, MOST) == (text, 6 + len(whole))


@given(
    st.sampled_from([0x81, 0x81, 0x01, 0x80, 0x82, 0x88, 0x89, 0xC1]),
    st.sampled_from([0, 1, 3, 125, 126, 127, 128, 129, 131, 253, 254, 255]),
    st.binary(max_size=260),
)
def test_nothing_is_found_that_the_book_reads_otherwise(first: int, size: int, rest: bytes) -> None:
    data = bytes((first, size)) + rest
    found = whole_text(data, 0, MOST)
    assert found is None or found == by_the_book(data)


def test_what_is_left_to_the_book() -> None:
    hello = masked(frame(TEXT, b"hello"))
    assert [whole_text(hello[:n], 0, MOST) for n in range(len(hello))] == [None] * len(hello)
    assert whole_text(masked(frame(PING, b"hello")), 0, MOST) is None
    assert whole_text(frame(TEXT, b"hello there"), 0, MOST) is None  # not masked
    assert whole_text(masked(frame(TEXT, b"\xff")), 0, MOST) is None  # no UTF-8
    assert whole_text(b"\x01" + hello[1:], 0, MOST) is None  # a fragment
    assert whole_text(b"\x81\xfe\x00\x05" + hello[2:], 0, MOST) is None  # a size at length
    assert whole_text(masked(frame(TEXT, b"x" * MOST)), 0, MOST) is not None
    assert whole_text(masked(frame(TEXT, b"x" * (MOST + 1))), 0, MOST) is None
