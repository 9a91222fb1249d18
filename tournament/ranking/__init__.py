"""Standings and what they are made of: tie-breaks, cross-tables, prizes, ratings.

Pure. Results go in, values come out; nothing computed here is ever stored. Points are doubled integers.
"""
