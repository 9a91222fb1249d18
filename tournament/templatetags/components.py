"""Tags for the parts that pages repeat: tables and their heads, notices, buttons that send a form."""

from itertools import count

from django import template
from django.shortcuts import resolve_url
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.templatetags.fiveline import icon as draw_icon

register = template.Library()


@register.simple_block_tag
def table(
    content: SafeString, label: str = "", css: str = "", labelled_by: str = "", captioned: bool = False
) -> SafeString:
    """Draw a table that scrolls in a box of its own: `{% table _("Games") "table-tight" %}...{% endtable %}`.

    Screen readers call it by its label, or by the text of the element with the id `labelled_by`. `captioned`
    makes the label a caption, too, that is not seen.
    """
    name = ("aria-labelledby", labelled_by) if labelled_by else ("aria-label", label)
    caption = format_html('<caption class="unseen">{}</caption>', label) if captioned else ""
    box = '<div class="table-box" tabindex="0" role="region" {}="{}">\n<table class="{}">{}{}</table>\n</div>'
    return format_html(box, *name, f"table {css}".strip(), caption, content)


@register.inclusion_tag("components/_table_head.html")
def table_head(*labels: str, numbers: str = "", unseen: str = "") -> dict[str, object]:
    """Draw the head of a table: `{% table_head _("Name") _("Games") _("Points") numbers="2 3" %}`.

    Columns of numbers are named by their place, and so are those whose label is for screen readers alone.
    """
    return {
        "columns": [
            {"label": label, "is_number": place in numbers.split(), "is_unseen": place in unseen.split()}
            for place, label in zip(map(str, count(1)), labels, strict=False)
        ]
    }


@register.simple_block_tag
def notice(content: SafeString, tone: str, icon: str = "", element: str = "p") -> SafeString:
    """Draw a notice, with the icon of its tone or another: `{% notice "info" "lock" %}...{% endnotice %}`."""
    drawn = draw_icon(icon or {"info": "info", "success": "check"}.get(tone, "warning"))
    return format_html(
        '<{0} class="notice" data-tone="{1}">{2}<span>{3}</span></{0}>', element, tone, drawn, content
    )


@register.inclusion_tag("components/_post_button.html")
def post_button(
    label: str,
    to: str,
    *to_arguments: object,
    css: str = "",
    icon: str = "",
    more: object = "",
    pressed: bool | None = None,
    button_id: str | None = "",
    in_place: bool = False,
    **fields: object,
) -> dict[str, object]:
    """Draw a button that does one thing: `{% post_button _("Sign out") "end-session" pk next=here %}`.

    `to` is the name of an address, or an address; any other keyword is a hidden field. `more` is read out
    after the label, `pressed` makes a switch of it, and `in_place` lets the script send it and refresh the
    page in parts.
    """
    return {
        "label": label,
        "address": resolve_url(to, *to_arguments),
        "css": css,
        "icon": icon,
        "more": more,
        "pressed": pressed,
        "button_id": button_id,
        "in_place": in_place,
        "fields": {name: value for name, value in fields.items() if value is not None},
    }


@register.inclusion_tag("components/_confirm.html")
def confirm(
    label: str,
    title: str,
    text: str,
    to: str,
    *to_arguments: object,
    id: str,
    css: str = "",
    danger: bool = False,
    asks: str = "",
    asks_label: str = "",
    in_place: bool = False,
    **fields: object,
) -> dict[str, object]:
    """Draw a button for a step that is hard to undo, and the dialog that names what it touches.

    As `post_button`; `asks` is the name of a field that has to be filled in.
    """
    return {
        "label": label,
        "title": title,
        "text": text,
        "address": resolve_url(to, *to_arguments),
        "id": id,
        "css": css,
        "danger": danger,
        "asks": asks,
        "asks_label": asks_label,
        "in_place": in_place,
        "fields": {name: value for name, value in fields.items() if value is not None},
    }


@register.inclusion_tag("components/_stepper.html")
def stepper(pick: str, label: str, unit: str, *, max: int, step: int, value: int) -> dict[str, object]:
    """Draw a number with a button on each side, for the picker of clocks."""
    return {"pick": pick, "label": label, "unit": unit, "max": max, "step": step, "value": value}
