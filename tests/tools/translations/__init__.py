"""Catalogues of what people read: where the strings are, and whether every language has them all."""
