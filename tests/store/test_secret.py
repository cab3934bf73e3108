"""What links are signed with is one secret of the house, whoever asks for it."""

from room_harness import Bench
from store.terminals import ask_store
from undercast.web.signed_links import HostLinks


def test_all_processes_and_the_terminal_know_the_same(bench: Bench) -> None:
    made = HostLinks(bench.store.secret()).make("BKTM", "p1")
    bench.restart()
    assert HostLinks(bench.store.secret()).opened("BKTM", made) == "p1"
    secret = ask_store(bench.where, lambda house: house.secret())
    assert secret == bench.store.secret()
    assert len(secret) == 64
