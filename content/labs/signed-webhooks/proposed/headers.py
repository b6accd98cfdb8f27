import re
from collections.abc import Mapping

from webhooks import Malformed


def read_headers(headers: Mapping[str, str]) -> tuple[int, dict[str, str]]:
    """The stamp, and the proofs by key id (rule 1)."""
    sent = {name.lower(): value for name, value in headers.items()}
    stamp = sent.get("tally-stamp", "")
    if not re.fullmatch(r"[1-9][0-9]{0,11}", stamp):
        raise Malformed("Tally-Stamp")
    proofs = {}
    for pair in sent.get("tally-proofs", "").split(" "):
        match = re.fullmatch(r"([a-z0-9]+)=([0-9a-f]{64})", pair)
        if match is None or match[1] in proofs:
            raise Malformed("Tally-Proofs")
        proofs[match[1]] = match[2]
    return int(stamp), proofs
