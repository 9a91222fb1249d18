"""Everything that changes a tournament: verbs with keyword arguments, one transaction each, logged.

Locks are taken in one order: tournament (`locking.changing`), match, game. If two people press the same
button, the second gets a message and nothing happens twice.
"""
