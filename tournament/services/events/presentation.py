"""What an event's public page says beyond its tables: a free text and a picture."""

from games.access.permissions import Actor
from tournament.models import Tournament
from tournament.services import locking, pictures


def change_presentation(
    *,
    actor: Actor,
    tournament: Tournament,
    about: str,
    picture: bytes | None = None,
    drop_picture: bool = False,
) -> None:
    """The log tells that it was changed, and never holds the text: people are named in it."""
    with locking.changing(tournament.pk) as held:
        before = {"picture": held.picture_id}
        held.about = about.strip()
        if picture is not None:
            held.picture = pictures.keep_picture(picture)
        elif drop_picture:
            held.picture = None
        held.save(update_fields=["about", "picture"])
        locking.note(actor, "change_presentation", held, before=before, after={"picture": held.picture_id})
        pictures.drop_unused()
