from events import LATEST, STEPS, Event, Newer


def upcast(event: Event) -> Event:
    """The event in the latest version (rule 7)."""
    if event.get("version", 1) > LATEST:
        raise Newer(f"version {event['version']}")
    for step in STEPS[event.get("version", 1) - 1 :]:
        event = step(event)
    return event
