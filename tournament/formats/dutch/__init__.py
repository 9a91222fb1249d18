"""Swiss pairing by the FIDE (Dutch) System, C.04.3 as in force since February 2026, rule by rule.

`contenders` lists the entrants to be paired with all that criteria use, `criteria` rates a pair, `packing`
makes one number of a rating, `graph` has the possible pairs of a bracket, `bracket` asks its questions in
order, `completion` checks that the rest can still be paired, `rounds` goes from the top bracket to the last.
"White" is who starts.
"""

from .rounds import has_pairing, pair_round
