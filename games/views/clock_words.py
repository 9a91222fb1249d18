"""What a time control means, in the words of `manage.py clock`, for pages that let somebody pick one."""

from django.http import JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import wording
from games.access.permissions import PageRequest, public
from games.clock import TimeControl
from games.faults import Fault
from games.forms import LONGEST_CONTROL


@public
@never_cache
@require_safe
def clock_words(request: PageRequest) -> JsonResponse:
    """`?control=10+5`: its one text form, its name and its meaning; or why there is no such clock."""
    try:
        control = TimeControl.parse(request.GET.get("control", "")[:LONGEST_CONTROL])
    except Fault as fault:
        return JsonResponse({"error": wording.sentence(fault)})
    return JsonResponse({"text": str(control), "name": control.name(_), "words": control.describe(_)})
