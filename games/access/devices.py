"""The devices behind links: admit a device that opened one, turn it away, sign it out.

A table has one tablet: the first device that opens the table's link. Another device needs the arbiter's PIN
or the desk to admit it, and replaces the first one. Other links open on any number of devices.
"""

from functools import partial

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.utils.crypto import get_random_string

from games import audit_log
from games.access.permissions import SESSION_DEVICE, Actor, PageRequest
from games.accounts import sessions
from games.models import Link, LinkDevice
from games.models.access import DeviceEnd, LinkDeviceQuerySet
from games.models.game import CODE_LETTERS
from games.signals import topic_news
from games.timekeeping import now_ms

ID_LENGTH = 6
MOST_WAITING = 5  # for each link, so that a stranger who asks repeatedly cannot fill the table


def device_id(session: SessionBase) -> str:
    """Return the device's short id; make it when it is first needed."""
    known: str = session.get(SESSION_DEVICE, "")
    if not known:
        known = get_random_string(ID_LENGTH, CODE_LETTERS)
        session[SESSION_DEVICE] = known
    return known


@transaction.atomic
def note_opening(request: PageRequest, link: Link) -> LinkDevice:
    """Note that this device opened the link: it is admitted or waits. A table admits one of two at once."""
    Link.objects.select_for_update().get(pk=link.pk)
    now, id_ = now_ms(), device_id(request.session)
    row = LinkDevice.objects.filter(link=link, device=id_).first() or LinkDevice(link=link, device=id_)
    row.name, row.address = sessions.device_of(request), request.actor.address
    if not row.is_in:
        taken = link.is_for_one_device and link.devices.admitted().exists()
        row.asked_ms, row.ended_ms, row.ended = now, None, ""
        row.admitted_ms = None if taken else now
    row.save()
    if row.admitted_ms is None:
        waiting = link.devices.waiting().order_by("-asked_ms", "-pk").values_list("pk", flat=True)
        LinkDevice.objects.filter(pk__in=list(waiting[MOST_WAITING:])).delete()
        _notify_desk(link)
    return row


def find_device(session: SessionBase, link: Link) -> LinkDevice | None:
    known = session.get(SESSION_DEVICE, "")
    return link.devices.filter(device=known).first() if known else None


def any_admitted(topic: str, *roles: str) -> bool:
    """Tell whether any device holds such a link of the topic."""
    return LinkDevice.objects.admitted().filter(link__topic=topic, link__role__in=roles).exists()


@transaction.atomic
def admit(actor: Actor, row: LinkDevice) -> list[str]:
    """Admit the device; where the link has one device, replace that and return its id."""
    link = Link.objects.select_for_update().get(pk=row.link_id)
    others = link.devices.admitted().exclude(pk=row.pk) if link.is_for_one_device else link.devices.none()
    replaced = [each.device for each in others]
    _end_devices(others, DeviceEnd.REPLACED)
    if replaced:
        sessions.disconnect_sockets_of(link.subject)
    row.admitted_ms, row.ended_ms, row.ended = now_ms(), None, ""
    row.save(update_fields=["admitted_ms", "ended_ms", "ended"])
    audit_log.write(
        actor,
        "admit_device",
        audit_log.path_of_link(link),
        before={"device": replaced[0]} if replaced else None,
        after={"device": row.device},
    )
    _notify_desk(link)
    return replaced


@transaction.atomic
def turn_away(actor: Actor, row: LinkDevice) -> None:
    _end_devices(LinkDevice.objects.waiting().filter(pk=row.pk), DeviceEnd.TURNED_AWAY)
    audit_log.write(actor, "turn_device_away", audit_log.path_of_link(row.link), after={"device": row.device})
    _notify_desk(row.link)


@transaction.atomic
def sign_out(actor: Actor, rows: LinkDeviceQuerySet, link: Link) -> list[str]:
    """End the right on these devices of the link, at once; return their ids."""
    inside = rows.filter(link=link, ended_ms=None)
    ids = [each.device for each in inside]
    _end_devices(inside, DeviceEnd.SIGNED_OUT)
    if ids:
        audit_log.write(actor, "sign_device_out", audit_log.path_of_link(link), before={"device": ids})
        sessions.disconnect_sockets_of(link.subject)
        _notify_desk(link)
    return ids


def leave(session: SessionBase, link: Link) -> None:
    known = session.get(SESSION_DEVICE, "")
    _end_devices(link.devices.filter(device=known, ended_ms=None), DeviceEnd.LEFT)


def _end_devices(rows: LinkDeviceQuerySet, how: DeviceEnd) -> None:
    rows.update(ended_ms=now_ms(), ended=how, pin_set_ms=None)


def _notify_desk(link: Link) -> None:
    if link.topic:
        send_news = partial(topic_news.send, LinkDevice, topic=link.topic, message={"what": "device"})
        transaction.on_commit(send_news, robust=True)
