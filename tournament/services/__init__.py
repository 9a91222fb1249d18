"""Everything that changes a tournament: verbs with keyword arguments, one transaction each, logged.

Locks are taken in one order: tournament (`locking.changing`), match, game. Whoever presses a button that
somebody else has pressed meanwhile is told so, and nothing happens twice.
"""
