"""Leaving out the least or most significant terms (FIDE C.07 14.1 to 14.3, with 16.5 for unplayed rounds)."""

from collections.abc import Callable
from dataclasses import replace

from tournament.ranking.tiebreaks.working import Term, Working


def cut(working: Working, code: str, lowest: int, highest: int = 0) -> Working:
    """The same working without its lowest terms and then, for medians, without its highest ones."""
    terms = list(working.terms)
    for _ in range(lowest):
        _strike(terms, _least_significant(terms))
    for _ in range(highest):
        _strike(terms, _extreme(terms, max))
    return replace(working, code=code, terms=tuple(terms))


def _least_significant(terms: list[Term]) -> int | None:
    """C.07 16.5: the lowest voluntarily unplayed round goes first, unless the usual cut is worth more."""
    usual = _extreme(terms, min)
    voluntary = [i for i, term in enumerate(terms) if term.voluntary and not term.cut]
    if usual is None or not voluntary:
        return usual
    lowest = min(voluntary, key=lambda i: terms[i].amount)
    return lowest if terms[lowest].amount >= terms[usual].amount else usual


def _extreme(terms: list[Term], choose: Callable[..., int]) -> int | None:
    """C.07 14.1.1: significance is the opponent's score, and between equal ones the term itself."""
    left = [i for i, term in enumerate(terms) if not term.cut]
    return choose(left, key=lambda i: _significance(terms[i])) if left else None


def _significance(term: Term) -> tuple[int, int]:
    return term.score if term.score is not None else term.amount, term.amount


def _strike(terms: list[Term], index: int | None) -> None:
    if index is not None:
        terms[index] = terms[index].struck()
