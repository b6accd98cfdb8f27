"""The close read of idioms: each remark is true of the code that it is made of, and of no other."""

from __future__ import annotations

import pytest

from drills.kinds.session.idioms import MOST, remarks


def read(text: str) -> str:
    return "\n".join(remarks({"solution.py": text}))


@pytest.mark.parametrize(
    ("written", "remark", "otherwise"),
    [
        (
            "@dataclass(frozen=True)\nclass Payment:\n    id: str\n",
            "`Payment` is a frozen dataclass",
            "class Payment:\n    id = 1\n",
        ),
        ("by = defaultdict(list)\n", "`defaultdict` where", "by = dict()\n"),
        ("rows.sort(key=lambda r: r.at)\n", "`key=` says", "rows.sort()\n"),
        (
            "class P:\n    def __init__(self, a, b, c):\n"
            "        self.a = a\n        self.b = b\n        self.c = c\n",
            "only copies its arguments",
            "class P:\n    def __init__(self, a, b, c):\n"
            "        self.a = a\n        self.b = b\n        self.c = int(c)\n",
        ),
        (
            "class Runner:\n    def run(self):\n        return 1\n",
            "one method and keeps nothing",
            "class Runner:\n    kept = 1\n    def run(self):\n        return 1\n",
        ),
        (
            "class Source(ABC):\n    pass\nclass Bank(Source):\n    pass\n",
            "is abstract, with fewer than two kinds",
            "class Source(ABC):\n    pass\nclass Bank(Source):\n    pass\n"
            "class Card(Source):\n    pass\n",
        ),
        ("c[k] = c.get(k, 0) + 1\n", "counts by hand", "c[k] = d.get(k, 0) + 1\n"),
        (
            "if k not in by:\n    by[k] = []\nby[k].append(1)\n",
            "is filled after a first look",
            "if k not in by:\n    by[k] = first(k)\n",
        ),
        (
            "for i in range(len(rows)):\n    print(rows[i])\n",
            "`enumerate`",
            "for i in range(len(rows) - 1):\n    print(rows[i])\n",
        ),
        (
            "seen = []\nfor r in rows:\n    if r in seen:\n        continue\n    seen.append(r)\n",
            "`seen` is a list that is searched in a loop",
            "seen = set()\nfor r in rows:\n    if r in seen:\n        continue\n    seen.add(r)\n",
        ),
        (
            "try:\n    f()\nexcept Exception:\n    pass\n",
            "passed over here without a word",
            "try:\n    f()\nexcept ValueError:\n    pass\n",
        ),
        (
            "def f(a=[]):\n    pass\n",
            "a default that all its calls share",
            "def f(a=()):\n    pass\n",
        ),
        ("from data import *\n", "import *", "from data import ROWS\n"),
    ],
)
def test_a_remark_is_made_where_it_is_true_and_nowhere_else(
    written: str, remark: str, otherwise: str
) -> None:
    assert remark in read(written)
    assert remark not in read(otherwise)


def test_there_are_at_most_five_praise_first_and_each_names_its_place() -> None:
    text = (
        "c = Counter()\nrows.sort(key=len)\n@dataclass\nclass P:\n    a: int\n"
        "for i in range(len(c)):\n    c[i] = c.get(i, 0) + 1\n"
        "def f(a=[]):\n    pass\nfrom data import *\n"
    )
    found = remarks({"solution.py": text})
    assert len(found) == MOST
    assert found[0] == "`Counter` where things are counted or grouped (`solution.py`, line 1)"
    assert found[1].startswith("`key=` says")
    assert "all its calls share" in "".join(found[2:])


def test_the_same_remark_is_made_once() -> None:
    assert len(remarks({"a.py": "a = Counter()\nb = Counter()\n"})) == 1


def test_what_does_not_parse_and_what_is_no_code_has_none() -> None:
    assert remarks({"solution.py": "def f(:", "decisions.md": "c = Counter()"}) == ()
