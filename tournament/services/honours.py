"""Categories of entrants, and prizes by place over all or within one of them."""

from games.access import Actor
from tournament.models import Category, Prize, Tournament
from tournament.services import door
from tournament.services.faults import Refused


def add_category(*, actor: Actor, tournament: Tournament, name: str) -> Category:
    with door.changing(tournament.pk) as held:
        if not name.strip():
            raise Refused("no-name")
        if held.categories.filter(name__iexact=name.strip()).exists():
            raise Refused("already-so")
        category = Category.objects.create(tournament=held, name=name.strip())
        door.note(actor, "add_category", held, after={"category": category.pk})
    return category


def drop_category(*, actor: Actor, category: Category) -> None:
    """Its prizes go with it; its entrants stay."""
    with door.changing(category.tournament_id) as held:
        door.note(actor, "drop_category", held, before={"category": category.pk})
        category.delete()


def set_prize(
    *, actor: Actor, tournament: Tournament, place: int, title: str, category: Category | None = None
) -> Prize:
    """One prize per place and category: naming it again gives it another title."""
    with door.changing(tournament.pk) as held:
        prize, _ = Prize.objects.update_or_create(
            tournament=held, place=place, category=category, defaults={"title": title.strip()}
        )
        door.note(actor, "set_prize", held, after={"prize": prize.pk, "place": place})
    return prize


def drop_prize(*, actor: Actor, prize: Prize) -> None:
    with door.changing(prize.tournament_id) as held:
        door.note(actor, "drop_prize", held, before={"prize": prize.pk, "place": prize.place})
        prize.delete()
