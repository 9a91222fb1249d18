"""Rename a field of the model. Its column keeps the name `gone`, so the database does not change."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_processes_and_seat_connections")]

    operations = [
        migrations.AlterField("game", "gone", models.JSONField(blank=True, db_column="gone", null=True)),
        migrations.RenameField("game", "gone", "closed_reason"),
    ]
