"""Test the server as its clients use it; a package, so that the server that they share ends with them."""
