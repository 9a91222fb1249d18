"""Play a club evening under faults: `make soak MINUTES=20`. A seed makes it repeatable.

Phones and tablets play tournaments on a real server while it is killed, stopped, stalled, locked out of its
database, out of disk, and while its wall clock is set; tablets lose their Wi-Fi, phones have a high latency.
Each device notes what it sent, what was answered and how long it thought. The final table must be 0
everywhere but in the counts of what was tried.
"""
