"""The club's pictures: checked and cleaned before they are stored, deleted when no page shows them any more.

Cameras write where and when a photograph was taken, and files may carry more than a picture: of PNG, JPEG and
WebP only the chunks that a browser needs to draw it are stored. Nothing is decoded, so that no library of
decoders is needed.
"""

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from games.faults import Counted, Fault
from tournament.models import ClubSettings, Picture, Tournament

# Enough for a photograph across a page; browsers with script shrink larger ones before they send them.
MOST_BYTES = 700_000
MOST_PIXELS = 4_096  # each way

PNG_SIGN = b"\x89PNG\r\n\x1a\n"
# What draws: the head, colours, transparency, the picture itself. Everything else is text.
PNG_KEPT = frozenset({b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"iCCP", b"IDAT", b"IEND"})
WEBP_KEPT = frozenset({b"VP8 ", b"VP8L", b"ALPH", b"ICCP"})

JPEG_SCAN, JPEG_END = 0xDA, 0xD9
JPEG_FRAMES = frozenset({0xC0, 0xC1, 0xC2})  # baseline, extended, progressive: what browsers draw
JPEG_KEPT_APPS = frozenset({0xE0, 0xE2, 0xEE})  # JFIF, colour profile, Adobe's colour transform


class NotAnImage(ValueError):
    """Not a PNG, JPEG or WebP file, or broken."""


@dataclass(frozen=True, slots=True)
class ImageFile:
    kind: str  # png, jpeg or webp
    width: int
    height: int
    data: bytes


class PictureRefused(Fault):
    sentences: ClassVar[dict[str, str | Counted]] = {
        "not-an-image": "This file is no picture that we can show. Send a PNG, JPEG or WebP file.",
        "picture-too-large": Counted(
            "The picture is too large: at most {kilobytes} kB and {pixels} pixel each way.",
            "The picture is too large: at most {kilobytes} kB and {pixels} pixels each way.",
            by="pixels",
        ),
    }


def check_picture(data: bytes) -> ImageFile:
    """Clean a picture, or raise PictureRefused."""
    if len(data) > MOST_BYTES:
        raise _too_large()
    try:
        image = read_image(data)
    except NotAnImage as none:
        raise PictureRefused("not-an-image") from none
    if max(image.width, image.height) > MOST_PIXELS:
        raise _too_large()
    return image


def store_picture(data: bytes) -> Picture:
    """Store a cleaned picture; the same bytes are stored once."""
    image = check_picture(data)
    digest = hashlib.sha256(image.data).hexdigest()[:32]
    found, _made = Picture.objects.get_or_create(
        digest=digest,
        defaults={"kind": image.kind, "width": image.width, "height": image.height, "data": image.data},
    )
    return found


def drop_unused() -> None:
    """Delete pictures that neither the club nor a tournament shows."""
    used = Tournament.objects.exclude(picture=None).values_list("picture", flat=True)
    logos = ClubSettings.objects.exclude(logo=None).values_list("logo", flat=True)
    Picture.objects.exclude(pk__in=[*used, *logos]).delete()


def _too_large() -> PictureRefused:
    return PictureRefused("picture-too-large", kilobytes=MOST_BYTES // 1000, pixels=MOST_PIXELS)


def read_image(data: bytes) -> ImageFile:
    """Read and clean a picture; raise NotAnImage if it is none."""
    try:
        if data.startswith(PNG_SIGN):
            return _read_png(data)
        if data.startswith(b"\xff\xd8\xff"):
            return _read_jpeg(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _read_webp(data)
    except (struct.error, IndexError) as short:
        raise NotAnImage("cut off") from short
    raise NotAnImage("unknown kind")


# ---- PNG


def _read_png(data: bytes) -> ImageFile:
    chunks = list(_png_chunks(data))
    kinds = [kind for kind, _whole in chunks]
    if kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds:
        raise NotAnImage("chunks")
    width, height = struct.unpack(">II", chunks[0][1][8:16])
    kept = b"".join(whole for kind, whole in chunks if kind in PNG_KEPT)
    return _sized("png", width, height, PNG_SIGN + kept)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG_SIGN)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, end = data[at + 4 : at + 8], at + 12 + length
        if end > len(data):
            raise NotAnImage("cut off")
        yield kind, data[at:end]
        if kind == b"IEND":
            return
        at = end


# ---- JPEG


def _read_jpeg(data: bytes) -> ImageFile:
    kept, size, at = [data[:2]], None, 2
    while True:
        if data[at] != 0xFF:
            raise NotAnImage("marker")
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
            continue
        if marker == JPEG_SCAN:
            break
        (length,) = struct.unpack(">H", data[at + 2 : at + 4])
        end = at + 2 + length
        if length < 2 or end > len(data):
            raise NotAnImage("cut off")
        if marker in JPEG_FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = (width, height)
        is_words = (0xE0 <= marker <= 0xEF and marker not in JPEG_KEPT_APPS) or marker == 0xFE
        if not is_words:
            kept.append(data[at:end])
        at = end
    stop = data.rfind(bytes([0xFF, JPEG_END]))
    if size is None or stop < at:
        raise NotAnImage("no picture")
    return _sized("jpeg", *size, b"".join([*kept, data[at : stop + 2]]))


# ---- WebP


def _read_webp(data: bytes) -> ImageFile:
    chunks = list(_webp_chunks(data))
    pictures = [(kind, body) for kind, body in chunks if kind in (b"VP8 ", b"VP8L")]
    if len(pictures) != 1:  # none, or one that moves
        raise NotAnImage("chunks")
    kind, body = pictures[0]
    if kind == b"VP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", body[6:10]))
    else:
        (packed,) = struct.unpack("<I", body[1:5])
        width, height = (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    kept = [(kind, body) for kind, body in chunks if kind in WEBP_KEPT]
    if extended := next((body for kind, body in chunks if kind == b"VP8X"), None):
        has_profile, has_alpha = (any(kind == each for kind, _ in kept) for each in (b"ICCP", b"ALPH"))
        flags = 0x20 * has_profile | 0x10 * (has_alpha or bool(extended[0] & 0x10))
        kept.insert(0, (b"VP8X", bytes([flags, 0, 0, 0]) + extended[4:10]))
    inner = b"WEBP" + b"".join(
        kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2) for kind, body in kept
    )
    return _sized("webp", width, height, b"RIFF" + struct.pack("<I", len(inner)) + inner)


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        kind = data[at : at + 4]
        (length,) = struct.unpack("<I", data[at + 4 : at + 8])
        if at + 8 + length > len(data):
            raise NotAnImage("cut off")
        yield kind, data[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _sized(kind: str, width: int, height: int, data: bytes) -> ImageFile:
    if not width or not height:
        raise NotAnImage("no size")
    return ImageFile(kind, width, height, data)
