"""`{% at_once %}`: a button that opens a quick game on this device with what was chosen on it last."""

from typing import Any

from django import template

from games.forms import CHOICES, SESSION_CHOICE
from games.forms import at_once as form_of

register = template.Library()


@register.inclusion_tag("games/_at_once.html", takes_context=True)
def at_once(context: dict[str, Any], size: str = "") -> dict[str, Any]:
    """Its fields are what the button says, so that nothing else is opened, whatever was chosen meanwhile."""
    request = context["request"]
    form = form_of(request.session.get(SESSION_CHOICE, {}))
    fields = [(name, form.cleaned_data[name]) for name in CHOICES if form.cleaned_data[name]]
    token = context.get("csrf_token")
    return {"in_short": form.in_short, "fields": fields, "size": size, "csrf_token": token}
