"""Template tags of every page: the drawn board, icons, side marks, the reader's theme, the current link."""

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
register.simple_tag(menu_languages, name="languages")  # those that can be chosen, in the order of a menu


@register.inclusion_tag("components/_in_the_clear.html", takes_context=True)
def warn_unencrypted(context: Context) -> dict[str, object]:
    """Warn above a form for a secret, on a page that others in the network can read."""
    request = context.get("request")
    return {"in_the_clear": request is not None and reach.is_in_the_clear(request)}


@register.simple_tag
def language_buttons() -> SafeString:
    """Draw a button for each language, the reader's language pressed."""
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
    """Return the address of this page, or of another, in a chosen language for once."""
    request = context["request"]
    query = QueryDict(mutable=True) if path else request.GET.copy()
    query["lang"] = code
    return f"{path or request.path}?{query.urlencode()}"


@register.simple_tag
def colon() -> str:
    """Return the colon between a label and its value; French sets a space before it."""
    return labelled("", "").rstrip()


@register.simple_tag
def version() -> str:
    return VERSION


@cache
def drawings() -> dict[str, SafeString]:
    """Read the drawing inside each icon, by its name."""
    source = (settings.BASE_DIR / "templates/components/icons.svg").read_text("utf-8")
    found = SYMBOL.findall(source)
    return {name: mark_safe(" ".join(drawing.split())) for name, drawing in found}  # noqa: S308 - our own file


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon, hidden from screen readers because a label is always beside it."""
    return format_html('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', drawings()[name])


@register.simple_tag
def symbol(name: str) -> SafeString:
    """Draw an icon of the sprite, which a script shows by `<use href="#icon-name"/>`."""
    return format_html('<symbol id="icon-{}" viewBox="0 0 24 24">{}</symbol>', name, drawings()[name])


@register.simple_tag
def mark(side: str) -> SafeString:
    """Draw a cross or ring in the colour of its surroundings; the text beside it is read out."""
    return format_html('<svg class="icon mark" aria-hidden="true"><use href="#mark-{}"/></svg>', side.lower())


@register.simple_tag
def board(position: str, **options: str) -> SafeString:
    """Draw a position: `{% board "...../...../..X../...../..... X" size="m" %}`; options: `read_figure`."""
    return figures.draw(position, **options)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    return themes.chosen_theme(context.get("request"))


@register.simple_tag(takes_context=True, name="themes")
def themes_offered(context: Context) -> list[tuple[str, object, bool]]:
    """Return (name, label, chosen) of each theme for the switch."""
    chosen = themes.chosen_theme(context.get("request"))
    return [(name, label, name == chosen) for name, label in themes.LABELS.items()]


@register.simple_tag(takes_context=True)
def theme_sheets(context: Context) -> SafeString:
    """Link the colour sheets, each switched on or off by `media`, so that no page flashes in a wrong theme.

    The media of the other themes are in data attributes, so that static/js/ui/theme.js can switch without a
    reload.
    """
    chosen = themes.chosen_theme(context.get("request"))
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
    """Return ` aria-current="page"` for a link to this page, or to a page above it."""
    request = context.get("request")
    here = request is not None and address and request.path.startswith(address)
    return SafeString(' aria-current="page"') if here else ""
