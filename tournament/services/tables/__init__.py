"""The tables of the hall and the live games on them."""
