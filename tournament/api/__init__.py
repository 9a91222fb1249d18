"""A readable interface for other programs: JSON over HTTP, versioned, public names only. It never writes."""
