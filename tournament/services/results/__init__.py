"""Results: entered, decided, corrected, taken back, or left to the lot."""
