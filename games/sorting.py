"""Letters with their marks taken off: for sorting names, and for file names."""

from unicodedata import combining, normalize

# Letters that Unicode does not take apart into a plain one and its mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def plain(name: str) -> str:
    """In small letters: É is e, and Ł is l."""
    folded = normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(sign for sign in folded if not combining(sign))
