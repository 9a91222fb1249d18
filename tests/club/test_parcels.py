"""Files that were sent and wait to be confirmed: read in another encoding, and deleted after a day."""

import re

import pytest
from django.urls import reverse

from games.timekeeping import MINUTE_MS, now_ms
from tests.club.test_exchange import send
from tests.databases import own_rows
from tournament.import_export import trf
from tournament.import_export.trf import from_stage
from tournament.models import Parcel, Player, Tournament

HOUR_MS = 60 * MINUTE_MS


@pytest.fixture
def report(played):
    """Write a report in the encoding of a Windows in Central Europe."""
    Player.objects.filter(first_name="Cleo").update(first_name="Řehoř")
    return trf.write(from_stage.build_report(played.stage)).encode("cp1250")


def text_of(name):
    return Parcel.objects.get(name=name).text


def test_a_file_is_read_in_another_encoding_and_brought_in_like_that(organiser, report):
    send(organiser, report, "other.trf")
    answer = send(organiser, report, "spring.trf")
    assert "Øehoø" in text_of("spring.trf")
    page = organiser.get(answer.url).content.decode()
    offered = re.findall(r'<option value="([^"]*)"( selected)?', page.partition('name="again"')[2])
    assert [code for code, _ in offered] == ["utf-8", "cp1252", "cp1250", "cp1251", "mac-roman", "utf-16"]
    assert [code for code, selected in offered if selected] == ["cp1252"]
    again = organiser.post(answer.url, {"again": "cp1250", "read_as": "cp1252"})
    assert "Řehoř" in text_of("spring.trf")
    assert "Øehoø" in text_of("other.trf")
    assert '<option value="cp1250" selected' in organiser.get(again.url).content.decode()
    assert not Tournament.objects.filter(name="Copy").exists(), "nothing is brought in before that"
    organiser.post(again.url, {"name": "Copy"})
    copy = Tournament.objects.get(name="Copy")
    assert copy.entrants.filter(player__first_name="Řehoř").exists()


def test_an_encoding_that_does_not_fit_is_refused_and_the_file_stays_as_it_was(organiser, report):
    answer = send(organiser, report, "spring.trf")
    before = text_of("spring.trf")
    told = organiser.post(answer.url, {"again": "utf-8", "read_as": "cp1252"}, follow=True)
    assert "This is not Unicode (UTF-8)." in told.content.decode()
    assert text_of("spring.trf") == before


def test_a_file_waits_for_a_day_to_be_confirmed(organiser, report):
    for token, hours in (("yesterday", 25), ("today", 23)):
        Parcel.objects.create(
            token=token,
            kind="report",
            name=token,
            text="",
            sent_by="user:1",
            sent_ms=now_ms() - hours * HOUR_MS,
        )
    send(organiser, report, "spring.trf")
    assert set(own_rows(Parcel).values_list("name", flat=True)) == {"today", "spring.trf"}
    assert organiser.get(reverse("club-parcel", args=["yesterday"])).status_code == 404
