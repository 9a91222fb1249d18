"""Reports of other programs: their rounds are paired again, with the same result."""

import tarfile
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tournament.files.reading import decode
from tournament.import_export.trf import questions, read

ARCHIVE = Path(__file__).parents[1] / "data" / "swiss.tar.xz"
# The whole archive takes a minute: `manage.py pairings --check` over the files in it.
LARGEST = 14


@pytest.fixture(scope="module")
def files():
    """Return 240 random tournaments and 60 positions with pairs kept apart, each paired by bbpPairings 6."""
    with tarfile.open(ARCHIVE) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}


def players_in(name):
    return int(Path(name).stem.partition("-")[2].partition("x")[0])


def test_every_round_of_another_program_is_paired_the_same(files):
    small = [name for name in files if "/" not in name and players_in(name) <= LARGEST]
    rounds = 0
    for name in small:
        report = read(decode(files[name]))
        rounds += report.drawn
        assert questions.find_differences(report) == (), name
    assert (len(small), rounds > 300) == (80, True)


def test_the_next_round_with_pairs_kept_apart_is_the_same(files):
    positions = [name for name in files if name.endswith(".pairs")]
    assert len(positions) == 60
    for name in positions:
        _, *lines = decode(files[name]).split("\n")
        expected = {tuple(map(int, line.split())) for line in lines if line}
        report = read(decode(files[name.replace(".pairs", ".trf")]))
        assert {(first, second or 0) for first, second in questions.pair_round(report)} == expected, name


def pairings(*args):
    out = StringIO()
    try:
        call_command("pairings", *map(str, args), stdout=out)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def report(tmp_path, files):
    path = tmp_path / "seven.trf"
    path.write_bytes(files["1085-007x3.trf"])
    return path


def test_the_next_round_is_how_many_pairs_then_one_a_line(tmp_path, files):
    path = tmp_path / "apart.trf"
    path.write_bytes(files["kept-apart/0132-007r1.trf"])
    told = decode(files["kept-apart/0132-007r1.pairs"])
    code, text = pairings(path)
    assert code == 0
    assert text.split("\n")[0] == told.split("\n")[0] == "4"
    assert sorted(text.split()) == sorted(told.split())
    assert text.rstrip().endswith(" 0")


def test_a_report_that_is_as_it_should_be_is_one_line(report):
    assert pairings("--check", report) == (0, f"{report}: 3 rounds, 0 differ\n")


def test_a_start_turned_round_is_named_and_fails(report, tmp_path):
    turned = tmp_path / "turned.trf"
    swap = str.maketrans("wb", "bw")
    lines = report.read_text().split("\n")
    for at, line in enumerate(lines):
        if line.startswith("001") and line[4:8].strip() in ("2", "4"):
            lines[at] = line[:111] + line[111:119].translate(swap) + line[119:]
    turned.write_text("\n".join(lines))
    code, text = pairings("--check", report, turned)
    assert code == 1
    assert text.split("\n")[0].endswith("0 differ")
    assert text.split("\n")[1] == f"{turned}: 3 rounds, 1 differ"
    assert text.split("\n")[2] == "  round 3: told 2-4; expected 4-2"


def test_a_file_that_is_no_report_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "letter.trf"
    path.write_text("Dear arbiter")
    with pytest.raises(CommandError, match="There is no player"):
        pairings(path)
    with pytest.raises(CommandError, match="cannot be read"):
        pairings(tmp_path / "nothing.trf")


def test_a_file_that_cannot_be_read_fails_the_check_and_keeps_nobody_from_the_others(report, tmp_path):
    assert pairings("--check", tmp_path / "nothing.trf", report) == (1, f"{report}: 3 rounds, 0 differ\n")


def test_the_byes_of_the_round_to_come_are_not_a_round(files):
    """Pairing programs fill the next column for players with a bye."""
    lines = decode(files["1085-007x3.trf"]).split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("001    3"))
    lines[at] = f"{lines[at].rstrip()}  0000 - H"
    announced = read("\n".join([*lines, "XXR 5"]))
    assert (announced.drawn, announced.byes[0].round, announced.byes[0].numbers) == (3, 4, (3,))
    assert questions.question_of(announced).half_byes == {3}
