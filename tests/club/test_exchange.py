"""Import and export on screen: nothing is stored before it is confirmed, every file, hostile ones refused."""

import io
import json
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.models import Game
from tests.club.conftest import ORGANISER
from tests.databases import own_rows
from tournament.files import reading, tournament_json
from tournament.import_export import sheets, trf
from tournament.import_export.trf import from_stage
from tournament.models import Parcel, Player, Tournament
from tournament.services.results import entering

LIST = "Name;Rating\nMira Novak;1612\nAda Birk;abc\n"


def send(client, content, name="file.txt", **more):
    if isinstance(content, str):
        content = content.encode()
    return client.post(reverse("club-import"), {"file": SimpleUploadedFile(name, content), **more})


def test_a_pasted_list_is_shown_line_by_line_and_written_when_confirmed(organiser):
    address = reverse("club-import-players")
    preview = organiser.post(address, {"text": LIST})
    page = preview.content.decode()
    assert "“abc” is not a rating" in page
    assert not own_rows(Player).exists()
    mark = re.search(r'name="mark" value="(\w+)"', page)[1]
    organiser.post(address, {"text": LIST, "mark": mark})
    assert [str(player) for player in own_rows(Player)] == ["Mira Novak"]


def test_a_list_from_a_message_is_brought_in_like_a_spreadsheet(organiser):
    page = organiser.post(reverse("club-import-players"), {"text": "Players:\n1. MÜLLER, Bernd (1540)"})
    shown = re.sub(r"\s+", " ", page.content.decode())
    assert "This looks like a heading." in shown
    assert "Bernd Müller, 1540" in shown


def test_a_list_that_changed_meanwhile_is_shown_again(organiser):
    address = reverse("club-import-players")
    mark = re.search(r'name="mark" value="(\w+)"', organiser.post(address, {"text": LIST}).content.decode())[
        1
    ]
    Player.objects.create(first_name="Mira", family_name="Novak")
    page = organiser.post(address, {"text": LIST, "mark": mark}).content.decode()
    assert "changed meanwhile" in page
    assert own_rows(Player).get().rating is None


def test_a_report_is_looked_through_then_brought_in(organiser, played):
    text = trf.write(from_stage.build_report(played.stage))
    answer = send(organiser, text, "spring.trf")
    assert answer.status_code == 302
    assert own_rows(Tournament).count() == 1
    assert "A tournament report" in organiser.get(answer.url).content.decode()
    organiser.post(answer.url, {"name": "Copy"})
    assert Tournament.objects.filter(name="Copy").exists()
    assert not own_rows(Parcel).exists()


def test_a_tournament_and_records_are_distinguished_by_how_they_begin(organiser, played):
    assert organiser.get(send(organiser, tournament_json.write(played.tournament)).url).status_code == 200
    assert own_rows(Parcel).get().kind == "event"
    own_rows(Parcel).all().delete()
    game = '[X "Ada"]\n[Result "X"]\n[Ending "resignation"]\n\n1. a1E X\n'
    answer = send(organiser, game)
    organiser.post(answer.url)
    assert own_rows(Game).get().ending == "resignation"


def test_a_tournament_that_is_here_already_is_named_and_imported_unrated_and_hidden(organiser, played):
    text = tournament_json.write(played.tournament)
    answer = send(organiser, text)
    assert "This event seems to be here already as Spring cup." in organiser.get(answer.url).content.decode()
    organiser.post(answer.url, {"name": "Copy"})
    copy = Tournament.objects.get(name="Copy")
    assert (copy.rated, copy.public) == (False, False)
    organiser.post(send(organiser, text).url, {"name": "Real", "rated": "on", "public": "on"})
    real = Tournament.objects.get(name="Real")
    assert (real.rated, real.public) == (True, True)


def test_a_tournament_from_elsewhere_is_not_taken_for_one_of_ours(organiser, played):
    plain = json.loads(tournament_json.write(played.tournament))
    report = trf.write(from_stage.build_report(played.stage))
    assert "seems to be here" in organiser.get(send(organiser, report).url).content.decode()
    plain["tournament"]["starts_on"] = "2020-02-02"
    assert "seems to be here" not in organiser.get(send(organiser, json.dumps(plain)).url).content.decode()


@pytest.mark.parametrize("text", ["[]", ' [ {"a": 1}]', "[1, 2]", '["a"]'])
def test_a_list_in_json_is_no_record_of_a_game(organiser, text):
    assert "This is not an event of Fiveline." in send(organiser, text, "list.json").content.decode()


DEEP = "{" + '"a":[' * 5000 + "]" * 5000 + "}"
BOMB = io.BytesIO()
with zipfile.ZipFile(BOMB, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("event.json", b"0" * 10_000_000)
HOSTILE = {
    "deep": (DEEP, "brackets within each other"),
    "huge": (b"x" * (reading.MOST_BYTES + 1), "too big"),
    "zip": (BOMB.getvalue(), "not a text file"),
    "nul": (b"001 \0\0\0", "not a text file"),
    "not utf-16": (b"\xff\xfe\x00", "not Unicode (UTF-16)"),
    "number": ('{"kind": ' + "9" * 5000 + "}", "too many digits"),
    "nan": ('{"kind": NaN}', "no number"),
    "twice": ('{"kind": 1, "kind": 2}', "given twice"),
    "truncated": ('{"kind": "fiveline-event", "version": 1, "tourn', "not JSON"),
    "other json": ('{"kind": "other"}', "not an event of Fiveline"),
    "long line": ("001 " + "1" * 30_000, "longer than"),
    "many lines": ("012 a\n" + "\n" * 30_000, "more than"),
    "empty": (b" \n", "nothing in it"),
}


@pytest.mark.parametrize(("content", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_with_a_sentence_and_nothing_is_kept(organiser, content, said):
    answer = send(organiser, content)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not own_rows(Parcel).exists()
    assert not own_rows(Tournament).exists()


@pytest.mark.parametrize(
    ("what", "ending"),
    [
        ("event", "json"),
        ("report", "trf"),
        ("records", "txt"),
        *(
            (what, ending)
            for what in ("entries", "pairings", "standings", "cross-table")
            for ending in ("csv", "json")
        ),
    ],
)
def test_every_file_can_be_downloaded_by_staff_only(organiser, played, what, ending):
    address = reverse("club-export-file", args=[played.tournament.code, what, ending])
    answer = organiser.get(address)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="spring-cup')
    if ending == "json":
        json.loads(answer.content)
    organiser.logout()
    assert organiser.get(address).status_code == 302


def test_a_cross_table_for_programs_has_decimals(make_tournament):
    e = make_tournament("A B", format="round-robin")
    round_ = e.publish()
    e.result("A-B =")
    e.close(round_)
    sheet = sheets.cross_table(e.stage)
    assert sorted(row[2] for row in sheet.rows) == ["1<0.5", "2>0.5"]
    assert "½" not in sheet.csv()


def test_a_file_that_does_not_exist_is_not_found(organiser, played):
    assert (
        organiser.get(
            reverse("club-export-file", args=[played.tournament.code, "secrets", "csv"])
        ).status_code
        == 404
    )


def test_a_name_that_looks_like_a_formula_stays_a_name(organiser, played):
    Player.objects.filter(first_name="Ben").update(first_name="=HYPERLINK(1)")
    address = reverse("club-export-file", args=[played.tournament.code, "entries", "csv"])
    assert ";'=HYPERLINK(1);" in organiser.get(address).content.decode()


def test_the_site_opens_from_disk_and_shows_public_names_only(organiser, played):
    content = organiser.get(reverse("club-export-file", args=[played.tournament.code, "site", "zip"])).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        pages = {name: archive.read(name).decode() for name in names if name.endswith(".html")}
    assert "spring-cup/index.html" in names
    assert all(name.startswith("spring-cup/") and ".." not in name for name in names)
    assert "spring-cup/round-1-3.html" in pages
    for name, page in pages.items():
        assert "Birk" not in page, "Ada Birk is shown by initials"
        for address in re.findall(r'(?:href|src)="([^"#]+)', page):
            assert f"spring-cup/{address}" in names, f"{name} leads to {address}, which is not in the zip"
    again = organiser.get(reverse("club-export-file", args=[played.tournament.code, "site", "zip"])).content
    assert again == content


def test_the_site_is_packed_in_the_language_that_is_chosen_for_it(organiser, played):
    page = organiser.get(reverse("club-export", args=[played.tournament.code])).content.decode()
    address = re.search(r'href="([^"]+)" lang="de"', page)[1]
    assert 'lang="de"' in site_of(organiser, played.tournament, address)["index.html"]
    assert 'lang="en"' in site_of(organiser, played.tournament)["index.html"]


def site_of(client, tournament, address=None):
    usual = reverse("club-export-file", args=[tournament.code, "site", "zip"])
    content = client.get(address or usual).content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {
            name.partition("/")[2]: re.sub(r"\s+", " ", archive.read(name).decode())
            for name in archive.namelist()
            if name.endswith(".html")
        }


def typed(e, match, *marks):
    """Type results seen from the first-named of the match, game by game."""
    for number, mark in enumerate(marks, 1):
        entering.type_result(
            actor=ORGANISER, match=match, outcome=entering.read_typed(mark), number=number, now_ms=e.now_ms
        )


@pytest.mark.parametrize(("marks", "shown"), [(("0", "0"), "0 – 2"), (("1", "0"), "1 – 1")])
def test_the_site_shows_team_matches_as_the_public_pages_do(organiser, make_tournament, marks, shown):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    for name, players in (("Rooks", "Ada Ben"), ("Knights", "Cleo Dan"), ("Bishops", "Eva Fay")):
        e.enter_team(name, players)
    match = next(match for match in e.matches(e.publish()) if match.second_id)
    typed(e, match, *marks)
    pages = site_of(organiser, e.tournament)
    assert f'<span class="score">{shown}</span>' in pages["round-1-1.html"]
    public = organiser.get(reverse("tournament-round-number", args=[e.tournament.code, 1])).content.decode()
    assert f'<span class="score">{shown}</span>' in public
    for player in match.first.team.players.all():
        assert player.first_name in pages["round-1-1.html"]
    cross = pages["cross-table-1.html"]
    assert "board points of the match" in cross
    assert "&gt;" not in cross
    rows = organiser.get(reverse("club-export-file", args=[e.tournament.code, "pairings", "json"])).json()
    assert [rows[0]["first_score"], rows[0]["second_score"]] == shown.split(" – ")
    rows = organiser.get(reverse("club-export-file", args=[e.tournament.code, "entries", "json"])).json()
    assert rows[0]["players"] == "Ada, Ben"


def test_the_site_of_a_knockout_has_its_bracket_and_its_winner(organiser, make_tournament):
    e = make_tournament("Ada Ben", format="knockout", options={"best_of": 3})
    (match,) = e.matches(e.publish())
    for mark in ("1", "0", "0"):
        outcome = entering.read_typed(mark)
        entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms)
        match.refresh_from_db()
    e.close(match.round)
    pages = site_of(organiser, e.tournament)
    assert '<span class="score">1 – 2</span>' in pages["round-1-1.html"]
    for name in ("index.html", "bracket-1.html"):
        assert f"</svg>{match.second}</p>" in pages[name]
    assert 'class="bracket-match"' in pages["bracket-1.html"]
    assert not any("cross-table" in name for name in pages)


def test_files_with_nothing_in_them_are_not_offered(organiser, played, make_tournament):
    def offered(tournament, what, ending):
        page = organiser.get(reverse("club-export", args=[tournament.code])).content.decode()
        return reverse("club-export-file", args=[tournament.code, what, ending]) in page

    assert not offered(played.tournament, "records", "txt")
    assert offered(played.tournament, "cross-table", "csv")
    e = make_tournament("A B", format="knockout", name="Cup")
    assert not offered(e.tournament, "cross-table", "csv")
    assert offered(e.tournament, "report", "trf")


def test_a_preview_names_what_of_a_report_has_no_place_here(organiser):
    text = "012 Open\n102 Anna Arbiter\n202 BH,XYZ\n001    1      Novak, Mira\n"
    shown = organiser.get(send(organiser, text.encode(), "open.trf").url).content.decode()
    assert "The tie-break XYZ is not counted here." in shown
    assert "The arbiter, Anna Arbiter, is not kept" in shown


def test_the_page_of_files_says_with_which_round_a_report_breaks_off(organiser, make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    address = reverse("club-export", args=[e.tournament.code])
    assert "where results are missing" not in organiser.get(address).content.decode()
    e.publish()
    assert "before round 2, where results are missing" in organiser.get(address).content.decode()
