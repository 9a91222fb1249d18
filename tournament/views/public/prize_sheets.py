"""Sheets for the prize-giving: the list to read out and sign, and a certificate for each winner."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from games.access.permissions import PageRequest
from tournament.models import Category, Entrant, Tournament
from tournament.scores import halves_text
from tournament.services import standings
from tournament.services.standings import PayoutRow
from tournament.views.public.page import tournament_page

PLACES_WITH_A_CERTIFICATE = 3  # independent of the prizes


@dataclass(frozen=True, slots=True)
class Certificate:
    entrant: Entrant
    place: int
    points: str = ""
    prize: str = ""
    category: Category | None = None


@tournament_page
def prize_list(request: PageRequest, tournament: Tournament) -> HttpResponse:
    given = standings.prize_giving(tournament)
    page = {
        "tournament": tournament,
        "payouts": given.payouts,
        "categories": list(tournament.categories.all()),
    }
    return render(request, "print/prizes.html", page)


@tournament_page
def certificates(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = {
        "tournament": tournament,
        "certificates": certificates_of(tournament),
        "ends_on": tournament.ends_on or tournament.starts_on,
    }
    return render(request, "print/certificates.html", page)


def certificates_of(tournament: Tournament) -> list[Certificate]:
    """Return certificates for the first three, then for all other prize winners, one per entrant."""
    shown, payouts = standings.final(tournament), standings.prize_giving(tournament).payouts
    prizes = {row.entrant.pk: prize_words(row) for row in payouts}
    points = {row.entrant.pk: halves_text(row.standing.points) for row in shown.rows if row.standing}
    first = [
        Certificate(row.entrant, row.rank, points.get(row.entrant.pk, ""), prizes.get(row.entrant.pk, ""))
        for row in shown.rows
        if row.rank and row.rank <= PLACES_WITH_A_CERTIFICATE
    ]
    named = {each.entrant.pk for each in first}
    return first + [
        Certificate(row.entrant, row.place, points.get(row.entrant.pk, ""), prize_words(row), row.category)
        for row in payouts
        if row.entrant.pk not in named
    ]


def podium(tournament: Tournament) -> list[tuple[int, list[Certificate]]]:
    """Return (place, certificates) for the first three places, shared places together."""
    found = [
        each
        for each in certificates_of(tournament)
        if each.place <= PLACES_WITH_A_CERTIFICATE and each.category is None
    ]
    return [
        (place, [each for each in found if each.place == place])
        for place in sorted({each.place for each in found})
    ]


def prize_words(row: PayoutRow) -> str:
    return ", ".join(filter(None, (*(prize.title for prize in row.prizes), row.money)))
