"""The pictures of menus that explain how to trust the certificate: no text runs out, in any language."""

import pytest
from django.utils import translation

from games.languages import LANGUAGES
from tournament.server.trust_steps import (
    DEVICES,
    ROOM,
    ROOM_BESIDE_SWITCH,
    ROOM_OF_TITLE,
    TrustStep,
    device_of,
)


def test_short_rows_stand_alone_and_long_ones_on_two_lines():
    step = TrustStep("", "Settings", ("Wi-Fi", "Place all certificates in the following store"), lit=1)
    short, long = step.drawn
    assert [line.text for line in short.lines] == ["Wi-Fi"]
    assert [line.text for line in long.lines] == ["Place all certificates", "in the following store"]
    assert (short.lit, long.lit) == (False, True)


def test_a_word_that_is_too_long_is_pressed_into_its_row():
    (row,) = TrustStep("", "", ("Zertifikatsvertrauenseinstellungen",), lit=0, switch=True).drawn
    assert [line.squeeze for line in row.lines] == [ROOM_BESIDE_SWITCH]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_every_step_is_drawn_inside_the_picture(language):
    with translation.override(language):
        for step in (step for device in DEVICES for step in device.steps):
            assert step.heading.squeeze in (0, ROOM_OF_TITLE)
            for text, row in zip(step.rows, step.drawn, strict=True):
                assert " ".join(line.text for line in row.lines) == str(text)
                assert row.y + 33 <= 158
                assert all(line.squeeze in (0, ROOM, ROOM_BESIDE_SWITCH) for line in row.lines)


@pytest.mark.parametrize(
    ("agent", "slug"),
    [
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130", "android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)", "ipad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605", "ipad"),  # an iPad since 2019
        ("Mozilla/5.0 (Windows NT 10.0)", "windows"),
        ("Mozilla/5.0 (X11; CrOS x86_64)", "chromebook"),
        ("", "android"),
    ],
)
def test_a_device_is_known_by_what_it_says_of_itself(agent, slug):
    assert device_of(agent).slug == slug
