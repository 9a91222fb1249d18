"""Uploaded pictures: recognised by their bytes, measured, and stripped of everything that is no picture."""

import struct
import zlib

import pytest

from tests.databases import own_rows
from tournament.models import Picture
from tournament.services import pictures
from tournament.services.pictures import NotAnImage, read_image


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width=3, height=2, extra=b""):
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x7f" * width) * height)
    parts = chunk(b"IHDR", head) + extra + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def jpeg(width=640, height=480, extra=b""):
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\x34\xff\x00\x56"
    return b"\xff\xd8" + segment(0xE0, b"JFIF\0") + extra + frame + scan + b"\xff\xd9"


def webp(width=800, height=600, extra=b""):
    picture = b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height) + b"\0\0"
    body = b"WEBP" + b"VP8 " + struct.pack("<I", len(picture)) + picture + extra
    return b"RIFF" + struct.pack("<I", len(body)) + body


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    """Build a WebP file of these chunks, each padded by a byte where its length is odd."""
    parts = [kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2) for kind, body in chunks]
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def extended(flags: int, width: int, height: int) -> tuple[bytes, bytes]:
    """Build the first chunk of an extended WebP file: its flags, and the size of the picture."""
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"VP8X", bytes([flags, 0, 0, 0]) + size


LOSSY = (b"VP8 ", b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", 800, 600) + b"\0\0")
LOSSLESS = (b"VP8L", b"\x2f" + struct.pack("<I", 799 | 599 << 14) + b"\0\0")
PROFILE, ALPHA = (b"ICCP", b"colours"), (b"ALPH", b"\0\x7f")
EXIF, XMP = (b"EXIF", b"HOME ADDRESS"), (b"XMP ", b"<x>HOME ADDRESS</x>")
HAS_PROFILE, HAS_ALPHA, HAS_EXIF, HAS_XMP, MOVES = 0x20, 0x10, 0x08, 0x04, 0x02


@pytest.mark.parametrize(
    ("data", "cleaned"),
    [
        (
            riff(extended(HAS_PROFILE | HAS_EXIF | HAS_XMP, 800, 600), PROFILE, LOSSY, EXIF, XMP),
            riff(extended(HAS_PROFILE, 800, 600), PROFILE, LOSSY),
        ),
        (
            riff(extended(HAS_ALPHA | HAS_EXIF, 800, 600), ALPHA, LOSSY, EXIF),
            riff(extended(HAS_ALPHA, 800, 600), ALPHA, LOSSY),
        ),
        (
            riff(extended(HAS_EXIF, 800, 600), ALPHA, LOSSY, EXIF),
            riff(extended(HAS_ALPHA, 800, 600), ALPHA, LOSSY),
        ),
        # A lossless picture holds its transparency itself, and only the flag shows it.
        (
            riff(extended(HAS_ALPHA | HAS_EXIF, 800, 600), LOSSLESS, EXIF),
            riff(extended(HAS_ALPHA, 800, 600), LOSSLESS),
        ),
        (riff(extended(HAS_EXIF, 800, 600), LOSSY, EXIF), riff(extended(0, 800, 600), LOSSY)),
        (riff(LOSSLESS), riff(LOSSLESS)),
    ],
    ids=[
        "colour profile",
        "alpha",
        "alpha without its flag",
        "lossless with alpha",
        "neither",
        "not extended",
    ],
)
def test_an_extended_webp_as_phones_send_it_keeps_only_what_draws(data, cleaned):
    image = read_image(data)
    assert (image.kind, image.width, image.height) == ("webp", 800, 600)
    assert image.data == cleaned
    assert read_image(cleaned).data == cleaned


@pytest.mark.parametrize(
    ("data", "kind", "size"),
    [(png(), "png", (3, 2)), (jpeg(), "jpeg", (640, 480)), (webp(801, 599), "webp", (801, 599))],
)
def test_a_picture_is_known_by_its_bytes(data, kind, size):
    image = read_image(data)
    assert (image.kind, (image.width, image.height)) == (kind, size)
    assert image.data == data, "what is only a picture stays as it is"


@pytest.mark.parametrize(
    "data",
    [
        png(extra=chunk(b"tEXt", b"Comment\0HOME ADDRESS")),
        jpeg(extra=segment(0xE1, b"Exif\0\0HOME ADDRESS") + segment(0xFE, b"HOME ADDRESS")),
        webp(extra=b"EXIF" + struct.pack("<I", 12) + b"HOME ADDRESS"),
        png() + b"HOME ADDRESS",
        jpeg() + b"HOME ADDRESS",
    ],
)
def test_where_a_photograph_was_taken_does_not_travel_along(data):
    cleaned = read_image(data).data
    assert b"HOME ADDRESS" not in cleaned
    assert read_image(cleaned).data == cleaned


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"\xff\xd8\xff<html>",
        png()[:40],
        jpeg()[:30],
        webp()[:30],
        png(width=0),
        riff(extended(MOVES, 800, 600), (b"ANIM", b"\0" * 6), (b"ANMF", b"\0" * 16)),
        riff(extended(0, 800, 600), LOSSY, LOSSY),
        riff((b"VP8 ", b"\x30")),
        riff((b"VP8L", b"\x2f")),
    ],
)
def test_what_is_no_picture_is_refused(data):
    with pytest.raises(NotAnImage):
        read_image(data)


@pytest.mark.django_db
def test_the_same_picture_is_stored_once_and_deleted_when_no_page_shows_it():
    one, other = pictures.store_picture(png()), pictures.store_picture(png())
    assert one == other
    pictures.drop_unused()
    assert not own_rows(Picture).exists()


@pytest.mark.parametrize("data", [b"\0" * (pictures.MOST_BYTES + 1), jpeg(width=pictures.MOST_PIXELS + 1)])
def test_a_picture_that_is_too_large_is_refused_with_the_limits(data):
    with pytest.raises(pictures.PictureRefused, match="at most 700 kB and 4096 pixels"):
        pictures.check_picture(data)


@pytest.mark.django_db
def test_a_picture_is_served_as_one_and_as_nothing_else(client):
    kept = pictures.store_picture(png())
    answer = client.get(f"/picture/{kept}")
    assert answer.content == png()
    assert answer["Content-Type"] == "image/png"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]
    assert "immutable" in answer["Cache-Control"]
