"""Read whole numbers that people type or that addresses and files contain."""

# The largest id that a database can hold.
LARGEST_ID = 2**63 - 1


def whole_number(text: str, *, most: int = LARGEST_ID) -> int | None:
    """Return a number from 0 to `most` in plain digits, with blanks around it or not; None for other text.

    >>> whole_number(" 12 "), whole_number("1000", most=999), whole_number("-1"), whole_number("²")
    (12, None, None, None)
    """
    digits = text.strip()
    # More digits than the largest number has would take long to read.
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None
