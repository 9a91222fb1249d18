"""Categories of entrants, and prizes by place over all or within one of them."""

from games.access.permissions import Actor
from tournament.models import Category, Prize, Tournament
from tournament.services import locking
from tournament.services.faults import NotDone


def add_category(*, actor: Actor, tournament: Tournament, name: str) -> Category:
    with locking.changing(tournament.pk) as held:
        if not name.strip():
            raise NotDone("no-name")
        if held.categories.filter(name__iexact=name.strip()).exists():
            raise NotDone("already-so")
        category = Category.objects.create(tournament=held, name=name.strip())
        locking.note(actor, "add_category", held, after={"category": category.pk})
    return category


def drop_category(*, actor: Actor, category: Category) -> None:
    """Its prizes go with it; its entrants stay."""
    with locking.changing(category.tournament_id) as held:
        locking.note(actor, "drop_category", held, before={"category": category.pk})
        category.delete()


def set_prize(
    *, actor: Actor, tournament: Tournament, place: int, title: str, category: Category | None = None
) -> Prize:
    """One prize per place and category: naming it again gives it another title."""
    with locking.changing(tournament.pk) as held:
        prize, _ = Prize.objects.update_or_create(
            tournament=held, place=place, category=category, defaults={"title": title.strip()}
        )
        locking.note(actor, "set_prize", held, after={"prize": prize.pk, "place": place})
    return prize


def drop_prize(*, actor: Actor, prize: Prize) -> None:
    with locking.changing(prize.tournament_id) as held:
        locking.note(actor, "drop_prize", held, before={"prize": prize.pk, "place": prize.place})
        prize.delete()
