"""What a tournament shows beyond its tables: text, picture, calendar, and pages for other sites."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.models import Game
from tests.club.test_image_files import png
from tests.databases import own_rows
from tests.tournament.desk.conftest import as_role, press  # noqa: F401 (a fixture)
from tests.tournament.pages import page, text
from tournament.import_export.ical import CalendarDay, write_calendar
from tournament.light_text import light_text
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
        ("* soup\n• bread", "<ul><li>soup</li><li>bread</li></ul>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("javascript:alert(1)", "<p>javascript:alert(1)</p>"),
        (
            "see https://a.example/x?y=1&z=2.",
            '<p>see <a href="https://a.example/x?y=1&amp;z=2" rel="nofollow noopener">'
            "https://a.example/x?y=1&amp;z=2</a>.</p>",
        ),
        ("ask ada@a.example", '<p>ask <a href="mailto:ada@a.example">ada@a.example</a></p>'),
        ('https://a.example/" onclick="x', None),
        ("", ""),
    ],
)
def test_free_text_is_formatted_lightly_and_never_more(typed, shown):
    made = light_text(typed)
    if shown is None:
        assert 'onclick="' not in made
    else:
        assert made == shown


def test_text_and_picture_are_on_the_public_page(make_tournament, as_role):  # noqa: F811
    e = make_tournament("Ada Ben")
    organiser = as_role()
    picture = SimpleUploadedFile("hall.png", png())
    organiser.post(
        reverse("desk-presentation", args=[e.tournament.pk]), {"about": "# Food\n- soup", "picture": picture}
    )
    shown = page(e, "tournament").content.decode()
    assert "<h3>Food</h3><ul><li>soup</li></ul>" in shown
    assert f"/picture/{Tournament.objects.get(pk=e.tournament.pk).picture}" in shown


def test_a_tournament_comes_into_ones_calendar(client, make_tournament):
    e = make_tournament("Ada Ben")
    assert page(e, "tournament-calendar").status_code == 404, "a tournament without a day has no place there"
    Tournament.objects.filter(pk=e.tournament.pk).update(
        starts_on=datetime.date(2026, 11, 21), ends_on=datetime.date(2026, 11, 22), city="Graz; Süd"
    )
    lines = page(e, "tournament-calendar").content.decode().split("\r\n")
    assert "DTSTART;VALUE=DATE:20261121" in lines
    assert "DTEND;VALUE=DATE:20261123" in lines
    assert "LOCATION:Graz\\; Süd" in lines
    assert e.tournament.code in client.get(reverse("calendar")).content.decode()
    Tournament.objects.filter(pk=e.tournament.pk).update(public=False)
    assert e.tournament.code not in client.get(reverse("calendar")).content.decode()


def test_long_lines_of_a_calendar_are_folded_between_characters():
    day = CalendarDay("a@b", "Ö" * 90, datetime.date(2026, 1, 1), datetime.date(2026, 1, 1), made_ms=0)
    lines = write_calendar("Club", [day]).split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "".join(line.removeprefix(" ") for line in lines).count("Ö") == 90


def test_other_sites_may_show_the_tables_and_nothing_that_can_be_pressed(client, make_tournament):
    e = make_tournament("Ada Ben Cleo Dan", registration_open=True)
    e.publish()
    for name in ("tournament-round", "tournament-standings"):
        address = reverse(name, args=[e.tournament.code])
        for kind in ("embed", "overlay"):
            framed = client.get(f"{address}?{kind}")
            assert "X-Frame-Options" not in framed
            assert "frame-ancestors *" in framed["Content-Security-Policy"]
            assert f'data-framed="{kind}"' in framed.content.decode()
            assert "<form" not in framed.content.decode()
        plain = client.get(address)
        assert plain["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in plain["Content-Security-Policy"]
    entering = client.get(reverse("tournament-enter", args=[e.tournament.code]) + "?embed")
    assert entering["X-Frame-Options"] == "DENY"


def test_walls_and_single_boards_can_be_laid_over_a_stream(client, make_tournament):
    e = make_tournament("Ada Ben", live=True, keeper="server", control="10")
    e.publish()
    game = own_rows(Game).get()
    for address in (reverse("game", args=[game.code]), reverse("wall-topic", args=[e.tournament.scope])):
        framed = client.get(f"{address}?overlay")
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert 'data-framed="overlay"' in framed.content.decode()
        assert client.get(address)["X-Frame-Options"] == "DENY"


def test_staff_reach_the_desk_from_every_public_page_and_others_do_not(client, make_tournament, as_role):  # noqa: F811
    e = make_tournament("Ada Ben Cleo Dan")
    e.publish()
    names = (
        "tournament",
        "tournament-round",
        "tournament-standings",
        "tournament-cross-table",
        "tournament-entrants",
        "tournament-prizes",
    )
    addresses = [reverse(name, args=[e.tournament.code]) for name in (*names, "tournament-follow", "print")]
    desk = f'href="{reverse("desk-tournament", args=[e.tournament.pk])}"'
    assert all(desk not in client.get(address).content.decode() for address in addresses)
    scorer = as_role("scorer", e.tournament.scope)
    assert all(desk in scorer.get(address).content.decode() for address in addresses)


def test_a_message_to_all_is_on_the_pages_of_the_tournament(make_tournament, as_role):  # noqa: F811
    e = make_tournament("Ada Ben Cleo Dan")
    e.publish()
    press(as_role(), "desk-message-all", e.tournament.pk, text="Soup is ready", minutes="5")
    for name in ("tournament", "tournament-standings", "projector"):
        assert "Desk: Soup is ready" in text(page(e, name)), name
