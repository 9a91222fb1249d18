"""Dates in English as most of the world writes them: the day before the month, which is a word; 24 hours."""

DATE_FORMAT = "j F Y"  # 16 November 2026
SHORT_DATE_FORMAT = "j M Y"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
FIRST_DAY_OF_WEEK = 1
