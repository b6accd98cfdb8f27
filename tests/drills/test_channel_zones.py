"""The zones of the world, and which one is meant by what a person types."""

from __future__ import annotations

from drills import channel


def test_every_zone_of_the_world_is_offered_and_a_city_is_enough() -> None:
    assert {"Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "UTC"} <= {
        *channel.zones()
    }
    assert channel.zone("sao paulo") == "America/Sao_Paulo"
    assert channel.zone("utc") == "UTC"
    assert channel.zone("") is None
