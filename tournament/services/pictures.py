"""The club's pictures: checked and cleaned on the way in, dropped when nobody shows them any more."""

import hashlib
from typing import ClassVar

from games.faults import Counted, Fault
from tournament.models import House, Picture, Tournament
from tournament.services.image_files import ImageFile, NotAnImage, read_image

# Enough for a photograph across a page; browsers with script shrink larger ones before they send them.
MOST_BYTES = 700_000
MOST_PIXELS = 4_096  # each way


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
    """The picture, cleaned, or PictureRefused."""
    if len(data) > MOST_BYTES:
        raise _too_large()
    try:
        image = read_image(data)
    except NotAnImage as none:
        raise PictureRefused("not-an-image") from none
    if max(image.width, image.height) > MOST_PIXELS:
        raise _too_large()
    return image


def keep_picture(data: bytes) -> Picture:
    """The picture as a row; the same bytes are kept once."""
    image = check_picture(data)
    digest = hashlib.sha256(image.data).hexdigest()[:32]
    found, _made = Picture.objects.get_or_create(
        digest=digest,
        defaults={"kind": image.kind, "width": image.width, "height": image.height, "data": image.data},
    )
    return found


def drop_unused() -> None:
    """Pictures that neither the club nor an event shows."""
    used = Tournament.objects.exclude(picture=None).values_list("picture", flat=True)
    logos = House.objects.exclude(logo=None).values_list("logo", flat=True)
    Picture.objects.exclude(pk__in=[*used, *logos]).delete()


def _too_large() -> PictureRefused:
    return PictureRefused("picture-too-large", kilobytes=MOST_BYTES // 1000, pixels=MOST_PIXELS)
