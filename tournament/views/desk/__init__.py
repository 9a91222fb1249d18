"""The organiser's desk. Views parse, ask for the right, call one service and show; they decide nothing."""
