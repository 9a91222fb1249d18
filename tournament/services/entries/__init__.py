"""Who takes part: entering, attendance, teams and their line-ups, slips."""
