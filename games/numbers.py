"""Whole numbers as people type them, addresses carry them and files hold them: one reader for all."""

# The largest id that a database of ours can hold.
LARGEST_ID = 2**63 - 1


def whole_number(text: str, *, most: int = LARGEST_ID) -> int | None:
    """A number from 0 to `most` in plain digits, with blanks around it or not; None for anything else.

    >>> whole_number(" 12 "), whole_number("1000", most=999), whole_number("-1"), whole_number("²")
    (12, None, None, None)
    """
    digits = text.strip()
    # So many digits that they would take long to read are none of ours either.
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None
