"""Tools that developers call through `make`: measurements, soaks, catalogues, releases. No tests are here."""
