"""What a mark means in each of the five dimensions, from 5 down to 1; shown to whoever marks."""

from __future__ import annotations

from collections.abc import Mapping

ANCHORS: Mapping[str, tuple[str, str, str, str, str]] = {
    "scope": (
        "A thin path through every source runs. What is left out is named, with its reason and"
        " cost. The cut follows what the reader needs.",
        "A working core. The main omissions were chosen and are named; one was not.",
        "A core that works on part of the input. The cut is explained afterwards, not chosen.",
        "Broad and unfinished, or one corner polished while the question goes unanswered.",
        "Nothing runs, or what runs is not about the task.",
    ),
    "modelling": (
        "The types say what things are. A new rule has an evident place. Nothing is there that the"
        " task did not need.",
        "Clear nouns. One is missing, or one layer too many, and you see it when asked.",
        "A readable procedure over loose rows. A second source would be copied in.",
        "State shared by position or by global; a rule in two places; machinery with one user.",
        "No structure, or none that you can explain.",
    ),
    "ambiguity": (
        "Looked before coding. Surprises were found by query; what could not be decided is shown to"
        " the reader and counted.",
        "Most of what touches the result is handled or set apart. One costly thing was missed.",
        "What crashed or stood out is handled. Quiet errors passed; open to them when shown.",
        "Rows that do not fit vanish, or are counted without a word.",
        "The data was taken at its word, or patched by id until the output looked right.",
    ),
    "verification": (
        "An independent check of the whole, small cases, and a list of what is unchecked. It found"
        " an error.",
        "Checks on the parts that matter most. You know which part is unverified.",
        "You ran it and read the output, and followed two or three rows by hand.",
        "It ran without an error.",
        "It never ran as a whole, or a failing check was removed.",
    ),
    "communication": (
        "A reader can act on the output alone. The log has decision, reason and alternative. You"
        " say “I did not see that” where it is so.",
        "Clear output and log. One decision had to be pulled out by asking.",
        "Output for its author, not its reader. The log says what was done, not why.",
        "The log is absent, or was written at the end.",
        "You cannot say what the program claims, or it claims what it does not do.",
    ),
}
