"""Tools that developers run through `make`: measurements, soaks, catalogues, releases. No tests are here."""
