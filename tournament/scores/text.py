"""Points and amounts as text: for people, for programs, for tournament reports.

Points are counted in halves, as whole numbers, so that they are exact.
"""

from fractions import Fraction


def halves_text(doubled: int) -> str:
    """Write points for people.

    >>> halves_text(29), halves_text(1), halves_text(4), halves_text(0)
    ('14½', '½', '2', '0')
    """
    whole, half = divmod(doubled, 2)
    return f"{whole or ''}½" if half else str(whole)


def points_text(doubled: int) -> str:
    """Write points for programs.

    >>> points_text(29), points_text(4)
    ('14.5', '2')
    """
    return amount_text(Fraction(doubled, 2))


def report_points_text(doubled: int) -> str:
    """Write points for tournament reports, always with one decimal.

    >>> report_points_text(29), report_points_text(4)
    ('14.5', '2.0')
    """
    return f"{doubled // 2}.{5 * (doubled % 2)}"


def amount_text(amount: Fraction) -> str:
    """Write an amount exactly if two decimals suffice, otherwise rounded half up to two.

    >>> amount_text(Fraction(29, 2)), amount_text(Fraction(61, 4)), amount_text(Fraction(2, 3))
    ('14.5', '15.25', '0.67')
    """
    hundredths = (200 * amount.numerator + amount.denominator) // (2 * amount.denominator)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)


def people_text(amount: Fraction, point: str = ".", *, decimal: bool = False) -> str:
    """Write an amount for people: halves as ½, finer parts as decimals with the `point` of their language.

    With `decimal` all parts are decimals, as in a column of averages.

    >>> people_text(Fraction(9, 2)), people_text(Fraction(61, 4), ",")
    ('4½', '15,25')
    >>> people_text(Fraction(9, 2), decimal=True)
    '4.5'
    """
    if decimal or amount.denominator > 2:
        return amount_text(amount).replace(".", point)
    return halves_text(int(2 * amount))


def score_text(one: str, other: str) -> str:
    """Write `1 – 0`, but `+ : −` for a forfeit."""
    return f"{one} : {other}" if {one, other} & {"+", "−"} else f"{one} – {other}"
