"""Changes every number of its replies, to name objects that it was never given."""

import json
import sys


class Store:
    def put(self, key, value):
        wire = sys.modules["wire"]
        send = wire.Wire.send_frame

        def changed(item):
            if isinstance(item, list):
                return [changed(each) for each in item]
            if isinstance(item, dict):
                return {key: changed(each) for key, each in item.items()}
            return item + 99_991 if type(item) is int else item

        def forged(self, whole):
            send(self, wire.frame(changed(json.loads(whole[4:]))))

        wire.Wire.send_frame = forged

    def get(self, key, default=None):
        return None
