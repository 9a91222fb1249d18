"""Pages of accounts, staff, links, PINs and the audit log."""
