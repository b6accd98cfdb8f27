"""Submissions that go round by links and by /proc."""

import os


def another_program(target, tell):
    """Reads where another process's program and folder are.

    Proof: quiet.
    """
    for link in ("exe", "cwd", "root"):
        os.readlink(f"/proc/{target['victim']}/{link}")
        tell("succeeded")


def own_root(target, tell):
    """Reaches the canary through /proc/self/root.

    Proof: quiet.
    """
    tell(open("/proc/self/root" + target["file"]).read())


def their_root(target, tell):
    """Reaches the canary through another process's root, outside the namespace.

    Proof: quiet.
    """
    tell(open(f"/proc/{target['victim']}/root" + target["file"]).read())


def planted(target, tell):
    """Plants a link to the canary.

    Proof: unwritten.
    """
    os.symlink(target["file"], target["folder"] + "/link")


def hard_link(target, tell):
    """Gives the canary a second name.

    Proof: unwritten.
    """
    os.link(target["file"], target["folder"] + "/second")


def own_maps(target, tell):
    """Reads its own map of memory, to find its way to the referee's pipe and code.

    Proof: quiet.
    """
    if open("/proc/self/maps").read():
        tell("succeeded")


def own_memory(target, tell):
    """Writes to its own memory as a file, past the protection of pages.

    Proof: quiet.
    """
    open("/proc/self/mem", "r+b", 0)
    tell("succeeded")


def settings(target, tell):
    """Opens a setting of its own process for writing.

    Proof: quiet.
    """
    open("/proc/self/oom_score_adj", "w")
    tell("succeeded")
