"""How a channel was set up is kept, and one that never was has the defaults."""

from __future__ import annotations

from drills.model import Channel, Room
from storage.store import Store

HERE = Room("slack", "T1", "C1")


def test_the_last_set_up_of_a_channel_counts_for_it_alone(store: Store) -> None:
    assert store.channel(HERE) == Channel()
    store.set_channel(HERE, Channel("Europe/Berlin"))
    store.set_channel(HERE, Channel("Asia/Kolkata", "lab"))
    assert store.channel(HERE) == Channel("Asia/Kolkata", "lab")
    for elsewhere in (("slack", "T2", "C1"), ("slack", "T1", "C2"), ("discord", "T1", "C1")):
        assert store.channel(Room(*elsewhere)) == Channel()
