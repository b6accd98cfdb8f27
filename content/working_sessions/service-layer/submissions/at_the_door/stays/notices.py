"""What guests are to be told."""

import logging

log = logging.getLogger(__name__)


class Notices:
    def __init__(self):
        self._waiting = []

    def add(self, guest, text):
        self._waiting.append((guest, text))

    def deliver(self, send):
        """Send what waits; returns how many were sent. What fails waits on."""
        waiting, self._waiting = self._waiting, []
        sent = 0
        for guest, text in waiting:
            try:
                send(guest, text)
            except Exception:
                log.exception("a notice was not sent")
                self._waiting.append((guest, text))
            else:
                sent += 1
        return sent

    def __len__(self):
        return len(self._waiting)
