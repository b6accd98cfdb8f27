"""A person at Discord's client: types, uses commands, presses buttons, and sees what is there."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.discord import limits
from tests.discord.counterpart import Counterpart
from tests.discord.world import DIRECT, Channel, Interaction, Message, Refused, User

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMITTED = 2, 3, 4, 5
STRING, INTEGER, BOOLEAN, ATTACHMENT = 3, 4, 5, 11


@dataclass(frozen=True, slots=True)
class Button:
    """One that was seen; it can be pressed again when it is gone from the screen."""

    message: Message
    custom_id: str
    label: str


class Person:
    """Somebody in the world of a counterpart. Nothing here waits for the bot."""

    def __init__(self, discord: Counterpart, user: User) -> None:
        self.discord, self.world, self.user = discord, discord.world, user
        self.installed = False  # the application to themselves, and so wherever they go

    # --- doing ---------------------------------------------------------------------------------

    def write(
        self,
        channel: Channel,
        text: str,
        files: Sequence[tuple[str, bytes]] = (),
        reply_to: Message | None = None,
    ) -> Message:
        """Send a message. A mention is written `<@id>`."""
        body: dict[str, Any] = {"content": text}
        if reply_to is not None:
            body["message_reference"] = {"message_id": str(reply_to.id)}
        return self.world.post(channel, self.user, body, files)

    def edit(self, message: Message, text: str) -> None:
        self.world.edit(message, self.user, {"content": text})

    def delete(self, message: Message) -> None:
        self.world.delete(message)

    def slash(self, channel: Channel, path: Sequence[str], **options: Any) -> Interaction:
        """Use a command that the application has told Discord of: ("drill", "progressive").

        An option of the kind attachment is (name, bytes).
        """
        command, data = self._typed(path, options)
        data |= {"id": command["id"], "name": command["name"], "type": 1}
        return self._interact(COMMAND, channel, data)

    def complete(
        self, channel: Channel, path: Sequence[str], option: str, typed: str, **options: Any
    ) -> Interaction:
        """Type into an option that offers choices as one types."""
        leaf = self.command(path)
        given = {one["name"]: one for one in leaf.get("options", [])}
        assert given[option].get("autocomplete"), f"{option} offers nothing"
        command, data = self._typed(path, {**options, option: typed})
        for one in _leaves(data["options"]):
            if one["name"] == option:
                one["focused"] = True
        data |= {"id": command["id"], "name": command["name"], "type": 1}
        return self._interact(AUTOCOMPLETE, channel, data)

    def press(self, button: Button) -> Interaction:
        """Raises Refused where it has gone: Discord tells the person, and the bot hears nothing."""
        there = limits.walk(button.message.components)
        if all(component.get("custom_id") != button.custom_id for component in there):
            raise Refused(50035, "the message has no such component any more")
        data = {"component_type": limits.BUTTON, "custom_id": button.custom_id, "id": 1}
        return self._interact(COMPONENT, button.message.channel, data, button.message)

    def submit(
        self, shown: Interaction, text: str = "", files: Sequence[tuple[str, bytes]] = ()
    ) -> Interaction:
        """Fill in the form that an interaction opened: its one text and its one upload."""
        assert shown.modal is not None, "no form was opened"
        form, resolved = shown.modal, {}
        filled = []
        for label in form["components"]:
            field = label.get("component") or label["components"][0]
            given: dict[str, Any] = {"type": field["type"], "custom_id": field["custom_id"]}
            if field["type"] == limits.INPUT:
                assert len(text) <= field.get("max_length", 4000), "the client takes no more"
                assert text or not field.get("required", True), "the client asks for a text"
                given["value"] = text
            elif field["type"] == limits.UPLOAD:
                least, most = field.get("min_values", 1), field.get("max_values", 1)
                assert least <= len(files) <= most or (not files and not field.get("required"))
                kept = [self.world.keep(name, raw) for name, raw in files]
                given["values"] = [str(file.id) for file in kept]
                resolved |= {str(file.id): self.world.file_json(file) for file in kept}
            else:
                raise AssertionError(f"a form with a field of type {field['type']}")
            inner = {"component": given} if "component" in label else {"components": [given]}
            filled.append({"type": label["type"], "id": len(filled) + 1, **inner})
        data: dict[str, Any] = {"custom_id": form["custom_id"], "components": filled}
        if resolved:
            data["resolved"] = {"attachments": resolved}
        return self._interact(SUBMITTED, shown.channel, data, shown.message)

    def again(self, interaction: Interaction) -> None:
        """The very same interaction reaches the bot once more."""
        self.discord.interact(self._payload(interaction), interaction.channel.guild)

    # --- the client's own checks ---------------------------------------------------------------

    def command(self, path: Sequence[str]) -> Mapping[str, Any]:
        """A command that can be typed, with its options."""
        level: Sequence[Mapping[str, Any]] = self.world.commands
        found: Mapping[str, Any] | None = None
        for name in path:
            found = next((one for one in level if one["name"] == name), None)
            assert found is not None, f"/{' '.join(path)} is no command"
            level = found.get("options") or []
        assert found is not None
        return found

    def takes(self, path: Sequence[str], options: Mapping[str, Any]) -> bool:
        """Whether the client lets these options be typed."""
        try:
            given = {one["name"]: one for one in self.command(path).get("options") or []}
        except AssertionError:
            return False
        return all(name in given and _fits(given[name], value) for name, value in options.items())

    def _typed(
        self, path: Sequence[str], options: Mapping[str, Any]
    ) -> tuple[Mapping[str, Any], dict[str, Any]]:
        leaf = self.command(path)
        given = {one["name"]: one for one in leaf.get("options") or []}
        typed, resolved = [], {}
        for name, value in options.items():
            assert name in given, f"/{' '.join(path)} has no option {name}"
            assert _fits(given[name], value), f"{name} cannot be {value!r}"
            if given[name]["type"] == ATTACHMENT:
                file = self.world.keep(*value)
                resolved[str(file.id)] = self.world.file_json(file)
                value = str(file.id)
            typed.append({"name": name, "type": given[name]["type"], "value": value})
        missing = [n for n, one in given.items() if one.get("required") and n not in options]
        assert not missing, f"the client asks for {missing}"
        inner: list[dict[str, Any]] = typed
        for depth in range(len(path) - 1, 0, -1):
            kind = self.command(path[: depth + 1])["type"]
            inner = [{"name": path[depth], "type": kind, "options": inner}]
        data: dict[str, Any] = {"options": inner}
        if resolved:
            data["resolved"] = {"attachments": resolved}
        return self.command(path[:1]), data

    def _interact(
        self, kind: int, channel: Channel, data: dict[str, Any], message: Message | None = None
    ) -> Interaction:
        assert self.world.sees(self.user, channel), "they do not see it"
        if channel.locked and not self.world.permissions(self.user, channel).manage_threads:
            raise Refused(160005)
        made = Interaction(
            id=self.world.snowflake(),
            token=secrets.token_hex(16),
            kind=kind,
            user=self.user,
            channel=channel,
            data=data,
            at=self.world.now(),
            message=message,
        )
        self.world.interactions[made.token] = made
        self.discord.interact(self._payload(made), channel.guild)
        return made

    def _payload(self, made: Interaction) -> dict[str, Any]:
        world, channel, guild = self.world, made.channel, made.channel.guild
        may = world.permissions(self.user, channel).value
        payload: dict[str, Any] = {
            "id": str(made.id),
            "application_id": str(world.application),
            "type": made.kind,
            "data": made.data,
            "channel_id": str(channel.id),
            "channel": {**world.channel_json(channel), "permissions": str(may)},
            "token": made.token,
            "version": 1,
            "app_permissions": str(world.permissions(world.bot, channel).value),
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"1": str(self.user.id)} if self.installed else {},
            "context": 0,
            "attachment_size_limit": limits.FILE,
        }
        if guild is None:
            payload |= {"user": world.user_json(self.user), "context": 1}
        else:
            member = {**world.member_json(guild, self.user), "permissions": str(may)}
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": member,
            }
        if made.message is not None:
            payload["message"] = world.message_json(made.message)
        return payload

    # --- seeing --------------------------------------------------------------------------------

    def sees(self) -> list[Message]:
        """Every message of the bot that this person can see, in the order of its last change."""
        found = [
            message
            for channel in self.world.channels.values()
            if not channel.deleted and self._in(channel)
            for message in channel.messages.values()
            if message.author is self.world.bot and message.alone in (None, self.user)
            if not message.loading
        ]
        return sorted(found, key=lambda message: message.changed)

    def _in(self, channel: Channel) -> bool:
        if channel.kind == DIRECT:
            return self.user.id in channel.people
        assert channel.guild is not None
        return self.user.id in channel.guild.members and self.world.sees(self.user, channel)

    def buttons(self, label: str = "") -> list[Button]:
        """Those that can be pressed, the newest last; all of them, or those of a label."""
        return [
            Button(message, component["custom_id"], component.get("label", ""))
            for message in self.sees()
            for component in limits.walk(message.components)
            if component["type"] == limits.BUTTON and not component.get("disabled")
            if component.get("custom_id") and label in ("", component.get("label"))
        ]


def words(message: Message) -> str:
    """What stands in a message, as its reader sees it: texts, then [buttons] and (files)."""
    lines = [message.content] if message.content else []
    for component in limits.walk(message.components):
        match component["type"]:
            case limits.TEXT_DISPLAY:
                lines.append(component["content"])
            case limits.BUTTON:
                lines.append(f"[{component.get('label', '')}]")
    lines += [f"({file.name})" for file in shown(message)]
    return "\n".join(lines)


def shown(message: Message) -> list[Any]:
    """The files that can be opened; with Components V2 only those that a component shows."""
    if not message.flags & limits.V2:
        return message.files
    urls = {
        component["file"]["url"]
        for component in limits.walk(message.components)
        if component["type"] == limits.FILE_SHOWN
    }
    return [file for file in message.files if file.url in urls]


def _leaves(options: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for option in options:
        yield option
        yield from _leaves(option.get("options", []))


def _fits(option: Mapping[str, Any], value: Any) -> bool:
    match option["type"]:
        case 3:
            length = option.get("min_length", 0), option.get("max_length", 6000)
            chosen = [choice["value"] for choice in option.get("choices") or []]
            fits = isinstance(value, str) and length[0] <= len(value) <= length[1]
            return fits and (not chosen or value in chosen)
        case 4:
            within = option.get("min_value", -(2**53)), option.get("max_value", 2**53)
            return type(value) is int and within[0] <= value <= within[1]
        case 5:
            return isinstance(value, bool)
        case 11:
            return isinstance(value, tuple)
    raise AssertionError(f"an option of type {option['type']}")


def flags(line: str) -> tuple[list[str], dict[str, Any]]:
    """A command line of a scenario as the path and the options that a client shows."""
    given = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
    path, options = [], {}
    while given:
        word = given.pop(0)
        if not word.startswith("--"):
            path.append(word)
            continue
        value: Any = True
        if given and not given[0].startswith("--"):
            value = given.pop(0)
            value = int(value) if value.isdecimal() else value
        options[word.removeprefix("--")] = value
    return path, options
