"""Faults of texts and moves: "cannot be read" and "not legal" are different errors."""

from typing import ClassVar

from games.faults import Fault


class Unreadable(Fault):
    """A text without meaning here; every error of this kind is about form, never about the game."""


class InvalidMove(Unreadable):
    sentences: ClassVar[dict[str, str]] = {
        "not-a-move": "{text} is not a move; moves look like c1E, c1E.N or c1E!",
        "not-a-cell": "{cell} is not a cell; cells are a1 to e5",
        "not-an-edge": "{edge} is not an edge; edges are N, E, S and W",
        "not-a-seat": "a dot cannot point at {seat}; it points at N, E, S or W",
    }


class InvalidPosition(Unreadable):
    sentences: ClassVar[dict[str, str]] = {
        "not-a-position": "{text} is not a position; that takes five ranks joined by /, and who is to move",
        "bad-rank": "{rank} is not a rank; it takes five cubes",
        "bad-cube": "{cube} on {cell} is not a cube that {seat} can play with",
        "not-a-seat": "{seat} cannot be to move; it is X or O, or one of N, E, S and W",
    }


class InvalidRules(Unreadable):
    sentences: ClassVar[dict[str, str]] = {
        "not-an-option": "{text} is not an option; options look like announce=required",
        "unknown-option": "there is no option {option}; there are {known}",
        "option-twice": "the option {option} is given twice",
        "bad-value": "{option} cannot be {value}; it can be {known}",
    }


class InvalidRecord(Unreadable):
    sentences: ClassVar[dict[str, str]] = {
        "no-record": "there is no record in this text",
        "several-records": "line {line}: a second record begins, where one was expected",
        "bad-tag": '{text} on line {line} is not a tag; tags look like [Event "Club evening"]',
        "tag-twice": "line {line}: the tag {tag} is given twice",
        "bad-tag-value": "the tag {tag} cannot be {value}; it can be {known}",
        "bad-position": "the tag Position cannot be read: {reason}",
        "seats-differ": "the tag Seats says {seats}, but the tag Position shows a game for {others}",
        "open-comment": "the comment opened on line {line} is never closed",
        "stray-brace": "line {line}: a comment is closed that was never opened",
        "brace-in-comment": "a comment cannot contain a closing brace: {text}",
        "bad-move": "line {line}, move {move}: {reason}",
    }


class IllegalMove(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "not-on-edge": "{cell} is not on the edge",
        "opponents-cube": "{cell} shows the opponent's symbol",
        "dot-at-partner": "the dot of {cell} points at the partner, {partner}",
        "same-place": "{cell} would come back where it was taken",
        "dot-missing": "{cell} comes back with a dot: say whether it points at {seat} or at {partner}",
        "dot-not-wanted": "{cell} comes back without a dot: dots belong to the game of four",
        "dot-at-opponent": "the dot of {cell} cannot point at {dot}, an opponent",
        "must-pass": "{seat} can take no cube and passes",
        "may-not-pass": "{seat} can move and may not pass",
        "no-line-to-call": "there is no line to call",
        "not-your-line": "the line is not {seat}'s to call",
        "not-your-turn": "it is {turn}'s turn, not {seat}'s",
        "game-over": "the game is over",
    }


class FalseClaim(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "false-claim": "claims {claim}, but {proof}",
    }
