"""Translate faults and phrases into the reader's language, at the edge."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_noop, ngettext

from games.faults import Counted, Fault, Phrase


def sentence(said: Fault | Phrase) -> str:
    """Translate the template, then fill it in; likewise a fault or a phrase among its values."""
    params = {
        name: sentence(value) if isinstance(value, Fault | Phrase) else value
        for name, value in said.params.items()
    }
    return translate(said.template, params)


# Why a tablet called the arbiter without being asked, by the stored code; seconds follow after a space.
TABLET_REASONS = {
    "clock-lost": gettext_noop("the tablet's clock lost {seconds} s"),
    "tools-opened": gettext_noop("the arbiter's tools were opened"),
}


def reason_words(stored: str) -> str:
    """Translate the stored reason of an event. A typed one, and that of an older tablet, stays as it is."""
    code, _, seconds = stored.partition(" ")
    if code not in TABLET_REASONS or (seconds and not seconds.isdecimal()):
        return stored
    return gettext(TABLET_REASONS[code]).format(seconds=seconds)


def labelled(label: object, text: object) -> str:
    """Join both as in `Anna won: five in a line`, with the colon of the reader's language."""
    return gettext("{label}: {text}").format(label=label, text=text)


def translate(template: str | Counted, params: Mapping[str, Any]) -> str:
    """Translate a template, with or without a plural, and fill it in."""
    if isinstance(template, Counted):
        return ngettext(template.one, template.many, params[template.by]).format(**params)
    return gettext(template).format(**params)


@contextmanager
def fault_beside(form: Form, field: str | None) -> Iterator[None]:
    """Show a fault of the step beside the field of the form, or above it for None."""
    try:
        yield
    except Fault as fault:
        form.add_error(field, sentence(fault))


@contextmanager
def report(request: HttpRequest, done: str) -> Iterator[None]:
    """Say on the next page that the step is done, or why it was refused."""
    try:
        yield
    except Fault as fault:
        messages.error(request, sentence(fault))
    else:
        messages.success(request, done)
