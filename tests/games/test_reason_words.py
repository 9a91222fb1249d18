"""Test that the reason of a call of the arbiter is stored as a code and shown in every language."""

import pytest
from django.utils import translation

from games.wording import reason_words


@pytest.mark.parametrize(
    ("stored", "language", "read"),
    [
        ("clock-lost 12", "en", "the tablet's clock lost 12 s"),
        ("clock-lost 12", "de", "die Uhr des Tablets hat 12\u00a0s verloren"),
        ("tools-opened", "de", "die Schiedsrichter-Werkzeuge wurden geöffnet"),
        # Typed by a person, or stored by a tablet before there were codes.
        ("The cubes fell over", "de", "The cubes fell over"),
        ("the tablet's clock lost 12 s", "de", "the tablet's clock lost 12 s"),
        ("clock-lost or so", "en", "clock-lost or so"),
        ("", "en", ""),
    ],
)
def test_codes_are_translated_and_sentences_stay(stored, language, read):
    with translation.override(language):
        assert reason_words(stored) == read
