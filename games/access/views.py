"""Pages of links: open by address or code, show, renew, revoke; the arbiter's PIN on a tablet."""

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games import extension, wording
from games.access import devices, links, pins
from games.access.permissions import PageRequest, PageRequestOn, public, right
from games.access.roles import Role
from games.access.seeing import thing_at
from games.accounts import sessions
from games.accounts.forms import CodeForm, LinkForm, SetPinForm, UnlockForm
from games.accounts.views.accounts import SESSION_PENDING, next_page, show_or_send
from games.faults import Fault
from games.models import Game, Link, LinkDevice, LinkKind, Pin
from games.models.access import DeviceEnd, LinkDeviceQuerySet
from games.services import tablets
from games.snapshot import read_only_page
from games.timekeeping import now_ms

PENDING_PAGES = {LinkKind.INVITE: "invitation", LinkKind.RESET: "new-password"}
GAME_PAGES = {Role.TABLE: "table", Role.PLAYER: "play"}


@public
@never_cache
@require_http_methods(["GET", "POST"])  # no HEAD: link previews use it
def open_link(request: PageRequest, token: str) -> HttpResponse:
    """Exchange the secret for the session; the redirect removes it from the address bar.

    Looking changes nothing: messengers, mail scanners and prefetching browsers fetch an address before anyone
    has opened it. The page sends its form once it is on a screen (static/js/pages/open_link.js). A signed-in
    user presses a button: an address that another page brought up must not change whose device it is.
    """
    try:
        link = links.find_by_token(token)
        if request.method == "POST":
            return use_link(request, link)
        links.require_unspent(link)
        is_known = request.actor.user_id is not None
        checks_in = is_known and extension.installed.staff_checks_in(request.actor, link)
        context = {"link": link, "opens_itself": not is_known, "checks_in": checks_in}
        return render(request, "links/open.html", context)
    except Fault as fault:
        return render(request, "links/refused.html", {"reason": wording.sentence(fault)}, status=410)


@public
@never_cache
@show_or_send
def code(request: PageRequest) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if form.is_valid():
        with wording.fault_beside(form, "code"):
            link = links.find_by_code(form.cleaned_data["code"], address=request.actor.address)
            return use_link(request, link)
    return render(request, "links/code.html", {"form": form})


def use_link(request: PageRequest, link: Link) -> HttpResponse:
    if link.kind in PENDING_PAGES:
        # The link is used with the account or the password, not by looking.
        request.session[SESSION_PENDING] = link.pk
        sessions.rotate(request)
        return redirect(PENDING_PAGES[LinkKind(link.kind)])
    if desk := extension.installed.taken_by_staff(request.actor, link):
        return redirect(desk)
    if not links.open_on_device(request, link):
        return redirect("wait-at-table", link.pk)
    return redirect(landing_page(link))


def landing_page(link: Link) -> str:
    """Return the page for a device that opened the link."""
    kind, _colon, number = link.scope.partition(":")
    if find := extension.installed.landings.get((link.role, kind)):
        return find(link)
    if kind == "table" and link.role == Role.TABLE:
        return reverse("serve-table", args=number.split(":"))
    if kind == "game" and link.role in GAME_PAGES and (game := Game.objects.filter(pk=number).first()):
        return reverse(GAME_PAGES[Role(link.role)], args=[game.code])
    return reverse("this-device")


@public
@never_cache
@read_only_page
def this_device(request: PageRequest) -> HttpResponse:
    """Show what this device may do by the links it opened."""
    return render(request, "links/device.html", {"links": links.links_of_device(request)})


@public
@require_POST
def leave(request: PageRequest, link_id: int) -> HttpResponse:
    links.leave(request, link_id)
    messages.success(request, _("This device has given the right back."))
    return redirect("this-device")


@right("make_links", thing=thing_at)
@never_cache
@show_or_send
def manage(request: PageRequest, scope: str) -> HttpResponse:
    form = LinkForm(request.POST or None)
    if form.is_valid():
        made = links.make(request.actor, scope=scope, **form.cleaned_data)
        return render(request, "links/made.html", {"card": made.card(request)})
    known = Link.objects.live(now_ms()).within(scope).filter(kind=LinkKind.HOLD).order_by("-created_ms")
    known = known.prefetch_related(open_devices())
    page = {"scope": scope, "links": known, "form": form, "pin": Pin.objects.filter(scope=scope).first()}
    return render(request, "links/manage.html", page)


def open_devices() -> "Prefetch[str, LinkDeviceQuerySet, str]":
    """Prefetch the devices that hold each link or wait for it, as `open_devices`."""
    listed = LinkDevice.objects.filter(ended_ms=None).order_by("-admitted_ms", "-asked_ms")
    return Prefetch("devices", listed, "open_devices")


def link_at(link_id: int) -> Link:
    return get_object_or_404(Link, pk=link_id)


@public
@never_cache
@show_or_send
@sensitive_post_parameters("pin")
def wait_at_table(request: PageRequest, link_id: int) -> HttpResponse:
    """Let a second device of a table wait for the desk, or for the PIN."""
    link = get_object_or_404(Link.objects.live(now_ms()), pk=link_id)
    device = devices.find_device(request.session, link)
    if device is None or device.ended == DeviceEnd.TURNED_AWAY:
        turned_away = _("The desk did not let this device in. Ask there, or open the card again.")
        return render(request, "links/refused.html", {"reason": turned_away}, status=410)
    form = UnlockForm(request.POST or None) if pins.pin_of(link) else None
    if not device.is_in and form is not None and form.is_valid():
        actor = request.actor.with_subject(link.subject)
        with wording.fault_beside(form, "pin"):
            pins.unlock(request.session, actor, link, form.cleaned_data["pin"])
            device.refresh_from_db()
            tablets.admit(actor, device)
    if device.is_in:
        links.remember_link(request, link)
        return redirect(landing_page(link))
    page = {"form": form, "device": device, "number": link.scope.rpartition(":")[2]}
    return render(request, "links/waiting.html", page, status=422 if form and form.errors else 200)


def device_at(device_id: int) -> Link:
    return get_object_or_404(LinkDevice.objects.select_related("link"), pk=device_id).link


@right("make_links", thing=device_at)
@require_POST
def admit_device(request: PageRequestOn[Link], device_id: int) -> HttpResponse:
    """Admit a device from the desk. It may have been admitted meanwhile."""
    if device := request.thing.devices.waiting().filter(pk=device_id).first():
        tablets.admit(request.actor, device)
        messages.success(request, _("The device is the tablet of the table now. It goes on by itself."))
    return redirect(next_page(request, "home"))


@right("make_links", thing=device_at)
@require_POST
def turn_device_away(request: PageRequestOn[Link], device_id: int) -> HttpResponse:
    if device := request.thing.devices.waiting().filter(pk=device_id).first():
        devices.turn_away(request.actor, device)
        messages.success(request, _("The device was turned away. The tablet of the table stays."))
    return redirect(next_page(request, "home"))


@right("make_links", thing=device_at)
@require_POST
def sign_device_out(request: PageRequestOn[Link], device_id: int) -> HttpResponse:
    if tablets.sign_out(request.actor, request.thing, [device_id]):
        messages.success(request, _("The device is signed out. It ended at once."))
    return redirect(next_page(request, "home"))


@right("make_links", thing=link_at)
@never_cache
@require_POST
def renew(request: PageRequestOn[Link], link_id: int) -> HttpResponse:
    if request.thing.kind != LinkKind.HOLD:
        # Invitations and password links are made again on the page that made them.
        return redirect("links", request.thing.topic or request.thing.scope)
    made = links.renew(request.actor, request.thing)
    if request.POST.get("everywhere"):
        tablets.sign_out(request.actor, request.thing)
    return render(request, "links/made.html", {"card": made.card(request)})


@right("make_links", thing=link_at)
@require_POST
def revoke(request: PageRequestOn[Link], link_id: int) -> HttpResponse:
    links.revoke(request.actor, request.thing)
    messages.success(request, _("The link is withdrawn. It ended at once, on every device."))
    return redirect(next_page(request, "home"))


@right("set_pin", thing=thing_at)
@never_cache
@show_or_send
@sensitive_post_parameters("pin")
def set_pin(request: PageRequest, scope: str) -> HttpResponse:
    form = SetPinForm(request.POST or None)
    if form.is_valid():
        with wording.fault_beside(form, "pin"):
            pins.set_pin(request.actor, scope, form.cleaned_data["pin"])
            messages.success(request, _("The PIN is set. Tables learn it the next time they are online."))
            return redirect("links", scope)
    return render(request, "links/set_pin.html", {"form": form, "scope": scope})


@right("unlock", thing=link_at)
@never_cache
@show_or_send
@sensitive_post_parameters("pin")
def unlock(request: PageRequestOn[Link], link_id: int) -> HttpResponse:
    """Unlock arbiter actions on this tablet; a script gets JSON, a person the page again."""
    form = UnlockForm(request.POST or None)
    wants_json = request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    answer: dict[str, object] = {}
    if form.is_valid():
        try:
            until = pins.unlock(request.session, request.actor, request.thing, form.cleaned_data["pin"])
        except Fault as fault:
            form.add_error("pin", wording.sentence(fault))
            answer["code"] = fault.code
        else:
            if wants_json:
                return JsonResponse({"until_ms": until})
            messages.success(request, _("Arbiter's actions are unlocked on this tablet for ten minutes."))
            return redirect(next_page(request, "this-device"))
    if wants_json:
        return JsonResponse({**answer, "error": " ".join(map(str, form.errors.get("pin", [])))}, status=403)
    return render(request, "links/unlock.html", {"form": form, "next": next_page(request, "this-device")})


@public
@require_POST
def lock(request: PageRequest) -> HttpResponse:
    """Lock arbiter actions again. Giving a right up needs no right."""
    pins.lock(request.session)
    return redirect(next_page(request, "this-device"))
