"""Swiss pairing by the FIDE (Dutch) System, C.04.3 as in force since February 2026, rule by rule.

`contenders` says who is to be paired and what each brings along, `criteria` what a pair is worth, `packing`
makes one number of it, `graph` is who could meet whom in a bracket, `bracket` asks its questions in order,
`completion` whether the rest can still be paired, `rounds` goes from the top bracket to the last. "White" is
who starts.
"""

from .rounds import has_pairing, pair_round
