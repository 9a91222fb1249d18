"""What an account may do is what it was granted, and can be taken.

Until now a superuser ran the club without any grant, and taking the founder's role changed nothing. Founders made
by the set-up were granted the role then; a founder who lost it since does not get it back. Accounts made by
`manage.py createsuperuser` are granted openly what they had in secret.
"""

import time

from django.conf import settings
from django.db import migrations


def grant_openly(apps, schema_editor):
    users = apps.get_model(settings.AUTH_USER_MODEL).objects.filter(is_superuser=True)
    actions = apps.get_model("games", "Action").objects
    grants = apps.get_model("games", "Grant").objects
    founders = set(actions.filter(verb="set_up").values_list("actor", flat=True))
    for user in users:
        subject = f"user:{user.pk}"
        if subject in founders:
            user.is_superuser = user.is_staff = False
            user.save(update_fields=["is_superuser", "is_staff"])
        elif user.is_active:
            grants.get_or_create(
                subject=subject,
                role="organiser",
                scope="club",
                seat="",
                defaults={"created_ms": time.time_ns() // 1_000_000, "created_by": "system"},
            )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_rematch"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(grant_openly, migrations.RunPython.noop)]
