"""Files of text are read in any usual encoding."""

import pytest

from tournament.files import reading


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_usual_encoding_is_recognised(encoding):
    assert "Käthe Öztürk" in reading.decode("Name;Rating\nKäthe Öztürk;1500\n".encode(encoding))


def test_an_encoding_may_be_named():
    assert reading.decode("Řehoř".encode("cp1250"), "cp1250") == "Řehoř"


def test_what_was_read_as_something_else_is_read_again_without_its_file():
    read = reading.decode_file("Dvořák; Řehoř".encode("cp1250"))
    assert (read.text, read.encoding) == ("Dvoøák; Øehoø", "cp1252")
    assert read.read_as("cp1250").text == "Dvořák; Řehoř"


def test_an_encoding_is_called_by_what_it_is_for():
    with pytest.raises(reading.BadFile, match=r"This is not Unicode \(UTF-8\)\."):
        reading.decode("Käthe".encode("cp1252"), "utf-8")
    with pytest.raises(reading.BadFile, match="is not recognised"):
        reading.decode(b"\x81\xff")
