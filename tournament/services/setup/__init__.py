"""An event: made, proposed by the wizard, its settings changed."""
