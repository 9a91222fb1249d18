"""Serve the texts of the scripts in one language, as a script of its own, so that a page loads one language.

The tables load a second one if their two players read different languages (static/js/i18n.js).
"""

import json

from django.conf import settings
from django.http import Http404, HttpResponse
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.i18n import JavaScriptCatalog

from games.access.permissions import PageRequest, public
from games.languages import LANGUAGES
from tournament.server.static import MAX_AGE_S

SCRIPT = """(globalThis.catalogues ??= new Map()).set({code}, {{
  decimal: {decimal}, plural: (n) => Number({plural}), texts: {texts},
}});
"""


@public
@require_safe
@conditional_page
@cache_control(max_age=MAX_AGE_S)
def script_words(request: PageRequest, code: str) -> HttpResponse:
    if code not in LANGUAGES:
        raise Http404
    return HttpResponse(script(code), content_type="text/javascript; charset=utf-8")


def script(code: str) -> str:
    language = LANGUAGES[code]
    catalogue = JavaScriptCatalog()
    folders = [str(folder) for folder in settings.LOCALE_PATHS]
    catalogue.translation = DjangoTranslation(code, domain="djangojs", localedirs=folders)
    return SCRIPT.format(
        code=json.dumps(code),
        decimal=json.dumps(language.decimal),
        plural=language.plural,  # C and JavaScript write it alike
        texts=json.dumps(catalogue.get_catalog(), ensure_ascii=False),
    )
