"""The server as its clients meet it; a package, so that the server all these tests share ends with them."""
