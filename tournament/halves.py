"""Points are counted in halves, as whole numbers: exact, and small."""


def halves_text(doubled: int) -> str:
    """Points as people write them.

    >>> halves_text(29), halves_text(1), halves_text(4), halves_text(0)
    ('14½', '½', '2', '0')
    """
    whole, half = divmod(doubled, 2)
    return f"{whole or ''}½" if half else str(whole)
