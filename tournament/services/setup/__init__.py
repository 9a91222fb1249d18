"""A tournament: made, proposed by the wizard, its settings changed."""
