"""What lay in the archive was hidden from the public. Both are apart now: it stays hidden until it is shown."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def hide_what_is_archived(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournament", "Tournament").objects.filter(status="archived").update(public=False)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_prize_sharing")]
    operations = [migrations.RunPython(hide_what_is_archived, migrations.RunPython.noop)]
