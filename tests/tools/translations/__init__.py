"""Catalogues of translations: find the texts, update the catalogues, check them."""
