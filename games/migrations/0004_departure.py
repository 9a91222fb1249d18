from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_events_are_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="gone",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
