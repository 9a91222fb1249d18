"""Categories of entrants, and prizes by place over all or within one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.access.permissions import Actor
from tournament.models import Category, Prize, Tournament
from tournament.services import locking
from tournament.services.faults import StepRefused


def add_category(*, actor: Actor, tournament: Tournament, name: str) -> Category:
    with locking.changing(tournament.pk) as held:
        if not name.strip():
            raise StepRefused("no-name")
        if held.categories.filter(name__iexact=name.strip()).exists():
            raise StepRefused("already-so")
        category = Category.objects.create(tournament=held, name=name.strip())
        locking.note(actor, "add_category", held, after={"category": category.pk})
    return category


def drop_category(*, actor: Actor, category: Category) -> None:
    """Delete a category and its prizes; its entrants stay."""
    with locking.changing(category.tournament_id) as held:
        locking.note(actor, "drop_category", held, before={"category": category.pk})
        category.delete()


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of one category, or over all, from the first place on; an empty text is no prize."""

    category: Category | None
    titles: tuple[str, ...]


def set_all(*, actor: Actor, tournament: Tournament, lists: Sequence[PrizeList], sharing: str) -> None:
    """Replace all prizes of the tournament."""
    with locking.changing(tournament.pk) as held:
        before = {"prizes": held.prizes.count(), "prize_sharing": held.prize_sharing}
        held.prizes.all().delete()
        Prize.objects.bulk_create(
            Prize(tournament=held, category=each.category, place=place, title=title.strip())
            for each in lists
            for place, title in enumerate(each.titles, 1)
            if title.strip()
        )
        held.prize_sharing = sharing
        held.save(update_fields=["prize_sharing"])
        after = {"prizes": held.prizes.count(), "prize_sharing": sharing}
        locking.note(actor, "set_prizes", held, before=before, after=after)


def lists_of(tournament: Tournament) -> list[PrizeList]:
    """List the current prizes, over all first, then by category."""
    by_category: dict[int | None, dict[int, str]] = {}
    for prize in tournament.prizes.all():
        by_category.setdefault(prize.category_id, {})[prize.place] = prize.title
    categories: list[Category | None] = [None, *tournament.categories.all()]
    return [
        PrizeList(each, tuple(known.get(place, "") for place in range(1, max(known, default=0) + 1)))
        for each in categories
        for known in [by_category.get(each.pk if each else None, {})]
    ]
