"""Tags every page uses: the drawn board, icons, side marks, the reader's theme, the current link."""

import re
from functools import cache

from django import template
from django.conf import settings
from django.http import QueryDict
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.languages import SOURCE, menu_languages
from games.wording import labelled
from tournament.installation import VERSION
from tournament.server import reach
from tournament.views import figures, themes

SYMBOL = re.compile(r'<symbol id="icon-([\w-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)

register = template.Library()
register.filter(labelled)
register.simple_tag(menu_languages, name="languages")  # those one may choose, as a menu lists them


@register.inclusion_tag("components/_in_the_clear.html", takes_context=True)
def said_in_the_clear(context: Context) -> dict[str, object]:
    """A word of warning above a form for a secret, on a page that others in the network can read."""
    request = context.get("request")
    return {"in_the_clear": request is not None and reach.is_in_the_clear(request)}


@register.simple_tag
def language_buttons() -> SafeString:
    """One for each language, the reader's pressed: every page has them."""
    return _language_buttons(get_language() or SOURCE)


@cache
def _language_buttons(read: str) -> SafeString:
    button = '<button class="segment" name="language" value="{}" lang="{}" aria-pressed="{}">{}</button>'
    each = (
        (one.code, one.code, "true" if one.code == read else "false", one.name) for one in menu_languages()
    )
    return format_html_join("\n", button, each)


@register.simple_tag(takes_context=True)
def address_in(context: Context, code: str, path: str = "") -> str:
    """This page, or another, for once in a chosen language; its own address says nothing of languages."""
    request = context["request"]
    query = QueryDict(mutable=True) if path else request.GET.copy()
    query["lang"] = code
    return f"{path or request.path}?{query.urlencode()}"


@register.simple_tag
def colon() -> str:
    """Between a label and what it is about, where both are marked up: French sets a space before it."""
    return labelled("", "").rstrip()


@register.simple_tag
def version() -> str:
    return VERSION


@cache
def drawings() -> dict[str, SafeString]:
    """What is inside each icon, by its name."""
    source = (settings.BASE_DIR / "templates/components/icons.svg").read_text("utf-8")
    found = SYMBOL.findall(source)
    return {name: mark_safe(" ".join(drawing.split())) for name, drawing in found}  # noqa: S308 - our own file


@register.simple_tag
def icon(name: str) -> SafeString:
    """An icon, silent to screen readers: a label always stands beside it."""
    return format_html('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', drawings()[name])


@register.simple_tag
def symbol(name: str) -> SafeString:
    """An icon of the sprite, which a script shows by `<use href="#icon-name"/>`."""
    return format_html('<symbol id="icon-{}" viewBox="0 0 24 24">{}</symbol>', name, drawings()[name])


@register.simple_tag
def mark(side: str) -> SafeString:
    """Cross or ring in the ink of its surroundings; X and O read out by the text beside it."""
    return format_html('<svg class="icon mark" aria-hidden="true"><use href="#mark-{}"/></svg>', side.lower())


@register.simple_tag
def board(position: str, **options: str) -> SafeString:
    """A position drawn: `{% board "...../...../..X../...../..... X" size="m" %}`; options: `figures.read`."""
    return figures.draw(position, **options)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    return themes.chosen(context.get("request"))


@register.simple_tag(takes_context=True, name="themes")
def themes_offered(context: Context) -> list[tuple[str, object, bool]]:
    """(name, label, chosen) for the switch."""
    chosen = themes.chosen(context.get("request"))
    return [(name, label, name == chosen) for name, label in themes.LABELS.items()]


@register.simple_tag(takes_context=True)
def theme_sheets(context: Context) -> SafeString:
    """The colour sheets, each switched on or off by `media`: no flash, and no table written twice.

    The media of the other themes ride along as data, so that static/js/ui/theme.js can switch without a
    reload.
    """
    chosen = themes.chosen(context.get("request"))
    return format_html_join(
        "\n",
        '<link rel="stylesheet" href="{}" media="{}"{}>',
        (
            (
                static(f"css/{sheet}.css"),
                media[chosen],
                format_html_join("", ' data-media-{}="{}"', media.items()),
            )
            for sheet, media in themes.SHEETS.items()
        ),
    )


@register.simple_tag(takes_context=True)
def current(context: Context, address: str) -> SafeString | str:
    """` aria-current="page"` on the link to the page one is on, or above the one one is on."""
    request = context.get("request")
    here = request is not None and address and request.path.startswith(address)
    return SafeString(' aria-current="page"') if here else ""
