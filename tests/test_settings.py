"""What is set wrongly is named, with where it comes from and never with its value."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import SettingsProblem, load

BOT, APP, HEX = "xoxb-1-zebra", "xapp-1-zebra", "0123456789abcdef" * 2
NAMES = (
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "PUBLIC_URL",
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "DRILL_PORT",
    "PORT",
)


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def write(**values: str) -> None:
    Path(".env").write_text("".join(f"{name}={value}\n" for name, value in values.items()))


def problem() -> str:
    with pytest.raises(SettingsProblem) as told:
        load().slack  # noqa: B018
    said = str(told.value)
    assert "zebra" not in said
    assert HEX not in said
    return said


def test_with_nothing_set_no_platform_is_served() -> None:
    settings = load()
    assert (settings.slack, settings.discord, settings.database) == (None, "", None)


def test_a_file_and_the_environment_both_count_and_the_environment_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(SLACK_BOT_TOKEN="xoxb-file", SLACK_APP_TOKEN=APP, DATABASE_URL="sqlite:////a.db")
    monkeypatch.setenv("SLACK_BOT_TOKEN", BOT)
    slack = load().slack
    assert slack is not None
    assert (slack.bot_token, slack.app_token, slack.socket) == (BOT, APP, True)
    assert load().database == "sqlite:////a.db"


def test_a_signing_secret_in_place_of_an_app_token_means_http() -> None:
    write(SLACK_BOT_TOKEN=BOT, SLACK_SIGNING_SECRET=HEX)
    slack = load().slack
    assert slack is not None
    assert not slack.socket


def test_a_client_id_and_secret_mean_many_workspaces() -> None:
    write(SLACK_CLIENT_ID="1.2", SLACK_CLIENT_SECRET=HEX, SLACK_SIGNING_SECRET=HEX)
    slack = load().slack
    assert slack is not None
    assert slack.many


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SLACK_BOT_TOKEN": BOT}, "SLACK_APP_TOKEN is missing"),
        ({"SLACK_APP_TOKEN": APP}, "SLACK_BOT_TOKEN is missing"),
        (
            {"SLACK_BOT_TOKEN": APP, "SLACK_APP_TOKEN": BOT},
            "SLACK_BOT_TOKEN holds an app-level token (xapp-…), which belongs into SLACK_APP_TOKEN",
        ),
        ({"SLACK_BOT_TOKEN": "xoxp-1-zebra", "SLACK_APP_TOKEN": APP}, "a user token"),
        ({"SLACK_BOT_TOKEN": "my-zebra", "SLACK_APP_TOKEN": APP}, "begins with xoxb-"),
        ({"SLACK_BOT_TOKEN": BOT, "SLACK_SIGNING_SECRET": "a zebra"}, "32 digits"),
        (
            {"SLACK_CLIENT_ID": "1.2", "SLACK_APP_TOKEN": APP},
            "SLACK_CLIENT_SECRET is missing",
        ),
        (
            {"SLACK_CLIENT_SECRET": HEX, "SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP},
            "SLACK_CLIENT_ID is missing",
        ),
        (
            {
                "SLACK_CLIENT_ID": "1.2",
                "SLACK_CLIENT_SECRET": HEX,
                "SLACK_BOT_TOKEN": BOT,
                "SLACK_APP_TOKEN": APP,
            },
            "Unset the one that you do not mean",
        ),
        (
            {"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "PUBLIC_URL": "drill.example.com"},
            "PUBLIC_URL is malformed",
        ),
    ],
)
def test_what_is_missing_or_malformed_is_named(given: dict[str, str], told: str) -> None:
    write(**given)
    assert told in problem()


def test_both_tokens_in_the_wrong_place_are_both_told() -> None:
    write(SLACK_BOT_TOKEN=APP, SLACK_APP_TOKEN=BOT)
    assert len(problem().splitlines()) == 2


def test_a_port_that_is_no_number_is_told_without_a_traceback() -> None:
    write(PORT="eighty")
    with pytest.raises(SettingsProblem, match="DRILL_PORT cannot be used") as told:
        load()
    assert "eighty" not in str(told.value)


def test_a_secret_stands_in_no_representation() -> None:
    write(
        SLACK_BOT_TOKEN=BOT,
        SLACK_APP_TOKEN=APP,
        SLACK_SIGNING_SECRET=HEX,
        DISCORD_TOKEN="very-zebra",
        DATABASE_URL="postgresql://drill:zebra@db/drill",
    )
    shown = f"{load()!r} {load().slack!r}"
    assert "zebra" not in shown
    assert HEX not in shown
