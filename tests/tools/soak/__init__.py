"""A club evening under faults: `make soak MINUTES=20`. Seeded, so that what happened can happen again.

Phones and tablets play tournaments on a real server while it is killed, stopped, stalled, locked out of its
database, out of disk, and while its wall clock is set; tablets lose their Wi-Fi, phones have a slow way. Each
device keeps its own account of what it sent, what was answered and how long it thought. The end is a table in
which everything but the counts of what was tried has to be 0.
"""
