"""One unclaimed room for each address, remembered no longer than it can last."""

from undercast.web.limits.unclaimed_rooms import MAX_AGE_SECONDS, UnclaimedRooms


def test_an_address_has_its_latest_room_until_that_is_gone() -> None:
    now = [0.0]
    rooms = UnclaimedRooms(lambda: now[0])
    assert rooms.get("10.0.0.1") is None
    rooms.remember("10.0.0.1", "BKTM")
    now[0] = 1
    rooms.remember("10.0.0.2", "CDFG")
    rooms.remember("10.0.0.1", "HJKL")
    assert (rooms.get("10.0.0.1"), rooms.get("10.0.0.2")) == ("HJKL", "CDFG")
    now[0] = MAX_AGE_SECONDS
    assert rooms.get("10.0.0.1") == "HJKL"
    now[0] = 1 + MAX_AGE_SECONDS
    assert (rooms.get("10.0.0.1"), len(rooms)) == (None, 0)


def test_many_addresses_displace_nobody_and_are_forgotten() -> None:
    now = [0.0]
    rooms = UnclaimedRooms(lambda: now[0])
    rooms.remember("mine", "BKTM")
    for n in range(20_000):
        rooms.remember(f"address {n}", "CDFG")
    assert (rooms.get("mine"), len(rooms)) == ("BKTM", 20_001)
    now[0] = MAX_AGE_SECONDS
    rooms.remember("mine", "HJKL")
    assert (rooms.get("mine"), len(rooms)) == ("HJKL", 1)
