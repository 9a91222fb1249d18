"""Tie-breaks of FIDE C.07 as in force since March 2026: one function each, which returns its working."""

from tournament.ranking.tiebreaks.catalogue import CATALOGUE, offered, read_tiebreak, read_tiebreaks
from tournament.ranking.tiebreaks.encounter import Encounter, direct_encounter
from tournament.ranking.tiebreaks.working import Term, TieBreak, UnknownTieBreak, Working
