#!/usr/bin/env python
"""The command line of Fiveline in its source tree: `python manage.py help` lists what it can do."""

from tournament.command_line import main

if __name__ == "__main__":
    main()
