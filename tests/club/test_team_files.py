"""Team tournaments in files: JSON and CSV, and no tournament reports (TRF)."""

import pytest
from django.urls import reverse

from tests.club.test_exchange import send
from tests.databases import own_rows
from tournament.models import Parcel, Player, Tournament

GAP = " " * 64
GAMES = f"012 League\n001    1      r1{GAP} 1.0    1     2 w 1\n001    2      b1{GAP} 0.0    2     1 b 0\n"
REPORTS = {
    "TRF26": f"{GAMES}310   1 Reds{GAP}1\n",
    "TRF16": f"{GAMES}013 Reds                               1\n",
    "with another fault": f"001    1      r1\n001    1      r1\n082 2\n013 Reds{' ' * 31}1\n",
}
SENTENCES = {
    "en": "Line 4, column 1: Fiveline cannot read reports of team matches. If the tournament was played in "
    "Fiveline, use its JSON file. Otherwise create it here and enter the teams.",
    "de": "Zeile 4, Spalte 1: Fiveline kann keine Berichte von Mannschaftskämpfen lesen. Wurde das Turnier "
    "in Fiveline gespielt, nimm seine JSON-Datei. Sonst lege es hier an und trage die Mannschaften ein.",
}


@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("text", REPORTS.values(), ids=REPORTS)
def test_a_report_of_teams_is_refused_with_what_to_do_and_changes_nothing(organiser, text, language):
    organiser.cookies["django_language"] = language
    answer = send(organiser, text)
    assert answer.status_code == 400
    assert SENTENCES[language] in answer.content.decode()
    assert not any(own_rows(model).exists() for model in (Parcel, Player, Tournament))


def test_a_team_tournament_leaves_as_json_and_csv_and_not_as_a_report(organiser, make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    for name, players in (("Reds", "r1 r2"), ("Blues", "b1 b2")):
        e.enter_team(name, players)
    e.play(e.publish())
    page = organiser.get(reverse("club-export", args=[e.tournament.code])).content.decode()
    for what, ending, status in (("event", "json", 200), ("standings", "csv", 200), ("report", "trf", 404)):
        address = reverse("club-export-file", args=[e.tournament.code, what, ending])
        assert (address in page) is (status == 200)
        assert organiser.get(address).status_code == status
