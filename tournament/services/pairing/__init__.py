"""A round before it is published: what it is paired from, its draft, and the job that draws it."""
