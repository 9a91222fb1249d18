"""Devices that hold a link when the program is brought up to date keep it, and are listed from now on."""

import secrets
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

LETTERS = "bcdfghjkmnpqrstvwxz23456789"


def list_devices(apps: Any, schema_editor: Any) -> None:
    link_device = apps.get_model("games", "LinkDevice")
    known = dict(apps.get_model("games", "Link").objects.values_list("pk", "used_ms"))
    store = SessionStore()
    devices: dict[int, list[str]] = {}
    for row in apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now()):
        data = store.decode(row.session_data)
        held = [pk for pk in data.get("links", []) if pk in known]
        if not held or "device" in data:
            continue
        data["device"] = "".join(secrets.choice(LETTERS) for _ in range(6))
        row.session_data = store.encode(data)
        row.save(update_fields=["session_data"])
        for pk in held:
            since_ms = known[pk] or 0
            link_device.objects.create(
                link_id=pk, device=data["device"], asked_ms=since_ms, admitted_ms=since_ms
            )
            devices.setdefault(pk, []).append(data["device"])
    for pk, ids in devices.items():
        if len(ids) == 1:
            custodies = apps.get_model("games", "Custody").objects.filter(actor=f"link:{pk}")
            custodies.exclude(holder="").update(device=ids[0])


class Migration(migrations.Migration):
    dependencies = [("games", "0008_devices_behind_links"), ("sessions", "0001_initial")]
    operations = [migrations.RunPython(list_devices, migrations.RunPython.noop)]
