"""A fault in the reader's language: the sentence is translated as a template, then filled in."""

from django.utils.translation import gettext

from games.faults import Fault


def sentence(fault: Fault) -> str:
    return gettext(fault.template).format(**fault.params)
