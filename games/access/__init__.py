"""Rights: roles, links, devices, PINs, and limits on guesses and requests."""
