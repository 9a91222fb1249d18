"""The signs of codes that people read off paper and type."""

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0 O 1 I L, which look alike
