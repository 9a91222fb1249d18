from django.db import migrations


class Migration(migrations.Migration):
    """The model has another name; its table keeps its own."""

    dependencies = [
        ("tournament", "0014_delete_pairing_job"),
    ]

    operations = [
        migrations.AlterModelTable(name="house", table="tournament_house"),
        migrations.RenameModel(old_name="House", new_name="ClubSettings"),
    ]
