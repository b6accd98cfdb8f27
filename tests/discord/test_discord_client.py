"""The connection to Discord: what its library says of it in the log."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import KeepAliveHandler

from bot.platforms.discord.client import Client

SOCKET: Any = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0)


def test_what_the_library_warns_of_in_vain_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    Client()
    assert not discord.VoiceClient.warn_nacl
    assert not discord.VoiceClient.warn_dave
    keeper, gateway = KeepAliveHandler(ws=SOCKET), logging.getLogger("discord.gateway")
    with caplog.at_level(logging.WARNING, logger="discord"):
        gateway.warning(keeper.behind_msg, 0, 12.5)
        gateway.warning(keeper.block_msg, 0, 20)
    assert [record.getMessage() for record in caplog.records] == [keeper.block_msg % (0, 20)]
