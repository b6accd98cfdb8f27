from free_time import Span


def merged(spans: list[Span]) -> list[Span]:
    """The same time in as few spans as can be (rule 4)."""
    blocks: list[Span] = []
    for span in sorted(spans):
        if blocks and span.start <= blocks[-1].end:
            blocks[-1] = Span(blocks[-1].start, span.end)
        else:
            blocks.append(span)
    return blocks
