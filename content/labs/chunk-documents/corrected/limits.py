def step_of(size: int, overlap: int) -> int:
    """How far apart two neighbouring chunks start, in words (rules 3 and 4)."""
    if size < 1:
        raise ValueError(f"size: {size}")
    if overlap < 0 or 2 * overlap > size:
        raise ValueError(f"overlap: {overlap} of {size}")
    return size - overlap
