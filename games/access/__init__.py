"""Who people are and what they may do: accounts, roles, links, PINs, sessions, limits, and the audit log."""
