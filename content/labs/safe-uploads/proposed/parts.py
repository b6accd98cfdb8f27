from uploads import Refused


def parts_of(sent: str) -> list[str]:
    """The parts of a name as it was sent, outermost folder first (rule 2)."""
    path = sent.replace("\\", "/").replace("../", "")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not parts:
        raise Refused(sent)
    return parts
