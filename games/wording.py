"""Faults and phrases in the reader's language, at the edge."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext

from games.faults import Counted, Fault, Phrase


def sentence(said: Fault | Phrase) -> str:
    """Translated as a template, then filled in; so is a fault that it names as its reason, or a phrase."""
    params = {
        name: sentence(value) if isinstance(value, Fault | Phrase) else value
        for name, value in said.params.items()
    }
    return counted(said.template, params)


def labelled(label: object, text: object) -> str:
    """`Anna won: five in a line`, with the colon as the reader's language sets it."""
    return gettext("{label}: {text}").format(label=label, text=text)


def counted(template: str | Counted, params: Mapping[str, Any]) -> str:
    """A template of a table, with or without a plural, in the reader's language and filled in."""
    if isinstance(template, Counted):
        return ngettext(template.one, template.many, params[template.by]).format(**params)
    return gettext(template).format(**params)
