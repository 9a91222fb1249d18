"""Who stands where: scorings, tie-breaks, standings, cross-tables, prizes, ratings.

Pure. Results go in, values come out; nothing computed here is ever stored. Points are doubled integers.
"""
