"""What is set from outside: the environment and a `.env` file, checked before anything starts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

FILE = ".env"
SLACK_API = "https://slack.com/api/"
_APP_PAGE = "https://api.slack.com/apps, your app"


class SettingsProblem(Exception):
    """What is missing or malformed, a sentence each, for the one who runs the bot. Never a value:
    it may be a secret."""


@dataclass(frozen=True, slots=True)
class SlackSettings:
    """One workspace by its bot token, or many by OAuth; Socket Mode or, without an app token,
    signed HTTP."""

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    public_url: str = ""  # without a slash at its end
    api: str = SLACK_API

    @property
    def socket(self) -> bool:
        return bool(self.app_token)

    @property
    def many(self) -> bool:
        return bool(self.client_id)


class Settings(BaseSettings):
    """The environment wins over `.env`. What is empty counts as not set."""

    model_config = SettingsConfigDict(
        env_file=FILE, env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    database_url: SecretStr | None = None  # it may hold a password
    host: str = Field("127.0.0.1", validation_alias="DRILL_HOST")
    port: int = Field(3000, validation_alias=AliasChoices("DRILL_PORT", "PORT"), ge=0, le=65535)
    public_url: str = ""  # where Slack reaches this process over HTTP: https://drill.example.com
    slack_bot_token: SecretStr = SecretStr("")
    slack_app_token: SecretStr = SecretStr("")
    slack_signing_secret: SecretStr = SecretStr("")
    slack_client_id: str = ""
    slack_client_secret: SecretStr = SecretStr("")
    slack_api_url: str = SLACK_API
    discord_token: SecretStr = SecretStr("")
    discord_message_content: bool = True  # read what people write, where the application may

    @property
    def database(self) -> str | None:
        return self.database_url.get_secret_value() if self.database_url else None

    @property
    def discord(self) -> str:
        """The bot's token; "" where Discord is not served."""
        return self.discord_token.get_secret_value().strip()

    @property
    def slack(self) -> SlackSettings | None:
        """None where nothing of Slack is set. Raises SettingsProblem."""
        found = SlackSettings(
            bot_token=self.slack_bot_token.get_secret_value().strip(),
            app_token=self.slack_app_token.get_secret_value().strip(),
            signing_secret=self.slack_signing_secret.get_secret_value().strip(),
            client_id=self.slack_client_id.strip(),
            client_secret=self.slack_client_secret.get_secret_value().strip(),
            public_url=self.public_url.strip().rstrip("/"),
            api=self.slack_api_url.strip().rstrip("/") + "/",
        )
        secrets = (found.bot_token, found.app_token, found.signing_secret)
        if not any((*secrets, found.client_id, found.client_secret)):
            return None
        if problems := list(_problems(found)):
            raise SettingsProblem("\n".join(problems))
        return found


def load(file: Path | None = None) -> Settings:
    """The settings of this process; `file` in place of the `.env` here. Raises SettingsProblem."""
    try:
        return Settings(_env_file=file or FILE)  # type: ignore[call-arg]
    except ValidationError as error:
        wrong = [(str(e["loc"][0]), e["msg"]) for e in error.errors(include_input=False)]
        told = [f"{name.upper()} cannot be used: {message}." for name, message in wrong]
        raise SettingsProblem("\n".join(told)) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsProblem(f"The file {file or FILE} cannot be read: {error}.") from None


def _problems(slack: SlackSettings) -> Iterator[str]:
    yield from _malformed(slack)
    if slack.bot_token and slack.client_id:
        yield (
            "SLACK_BOT_TOKEN serves one workspace and SLACK_CLIENT_ID many. Unset the one that you"
            " do not mean."
        )
    if not slack.bot_token and not slack.client_id:
        yield (
            "SLACK_BOT_TOKEN is missing. Copy the Bot User OAuth Token (xoxb-…):"
            f" {_APP_PAGE}, OAuth & Permissions."
        )
    if bool(slack.client_id) != bool(slack.client_secret):
        missing = "SLACK_CLIENT_SECRET" if slack.client_id else "SLACK_CLIENT_ID"
        yield f"{missing} is missing: {_APP_PAGE}, Basic Information, App Credentials."
    if not slack.app_token and not slack.signing_secret:
        yield (
            "SLACK_APP_TOKEN is missing. Make an app-level token (xapp-…) with the scope"
            f" connections:write: {_APP_PAGE}, Basic Information, App-Level Tokens. To be served"
            " over HTTP instead, set SLACK_SIGNING_SECRET."
        )


_PREFIXES = {
    "xoxb-": "a bot token (xoxb-…), which belongs into SLACK_BOT_TOKEN",
    "xapp-": "an app-level token (xapp-…), which belongs into SLACK_APP_TOKEN",
    "xoxp-": "a user token (xoxp-…), which the bot does not use",
    "xoxe": "a token that rotates (xoxe…): turn token rotation off, or use the one without it",
}


def _malformed(slack: SlackSettings) -> Iterator[str]:
    for name, value, wanted, shape in (
        ("SLACK_BOT_TOKEN", slack.bot_token, r"xoxb-\S+", "begins with xoxb-"),
        ("SLACK_APP_TOKEN", slack.app_token, r"xapp-\S+", "begins with xapp-"),
        ("SLACK_SIGNING_SECRET", slack.signing_secret, r"[0-9a-f]{32}", "is 32 digits 0-9 a-f"),
        ("SLACK_CLIENT_ID", slack.client_id, r"\d+\.\d+", "is two numbers with a dot"),
        ("SLACK_CLIENT_SECRET", slack.client_secret, r"[0-9a-f]{32}", "is 32 digits 0-9 a-f"),
        ("PUBLIC_URL", slack.public_url, r"https://[^/\s]+\S*", "begins with https://"),
    ):
        if value and not re.fullmatch(wanted, value):
            held = next((what for at, what in _PREFIXES.items() if value.startswith(at)), "")
            yield f"{name} holds {held}." if held else f"{name} is malformed: it {shape}."
