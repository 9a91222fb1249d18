"""Lists of people: read text into parsed lines, and find the player whom a line means.

The club's import, pasted entries, rating lists and tournament files share it.
It imports models and never services, so that services may use it.
"""
