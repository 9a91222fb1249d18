"""The organiser's desk. Views parse, check the right, call one service and render; they decide nothing."""
