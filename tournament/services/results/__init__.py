"""Results: entered, decided, corrected, taken back, or drawn by lots."""
