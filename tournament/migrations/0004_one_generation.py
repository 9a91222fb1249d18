"""Keep the generation of the data in `games.Server` alone, continued from the later of the two."""

from django.db import migrations

THE_ONLY = 1


def keep_the_later(apps, schema_editor):
    house, servers = apps.get_model("tournament", "House").objects.first(), apps.get_model("games", "Server").objects
    server = servers.first()
    if house and house.generation > (server.generation if server else 1):
        servers.update_or_create(pk=THE_ONLY, defaults={"generation": house.generation})


def tell_the_house(apps, schema_editor):
    server = apps.get_model("games", "Server").objects.first()
    apps.get_model("tournament", "House").objects.update(generation=server.generation if server else 1)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("tournament", "0003_lots_fall_on_numbers"),
    ]
    operations = [
        migrations.RunPython(keep_the_later, tell_the_house),
        migrations.RemoveField(model_name="house", name="generation"),
    ]
