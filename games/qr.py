"""Draw an address as a QR code."""

import segno


def qr_code(address: str, *, border: int = 2, scale: int = 8, light: str | None = None) -> str:
    """Return the picture as a data address for `<img src>`; clear squares show the page unless `light`."""
    # Level M is still read with a seventh of the picture under a thumb or a reflection.
    return segno.make(address, error="m").svg_data_uri(border=border, scale=scale, light=light)
