"""A game's own address, for whoever wants to hand it on."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.access import links
from games.models import Game
from games.qr import qr_code


@dataclass(frozen=True, slots=True)
class ShareCard:
    address: str
    qr: str


def share_card(request: HttpRequest, game: Game) -> ShareCard:
    address = links.address_for_others(request, reverse("game", args=[game.code]))
    return ShareCard(address, qr_code(address))
