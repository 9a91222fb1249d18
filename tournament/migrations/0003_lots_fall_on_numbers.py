"""Lots fall on the entrants' numbers from now on: those drawn before are marked, so that they stay as they fell."""

from django.db import migrations
from django.db.models import Value
from django.db.models.functions import Concat, Replace

BY_ID = "id:"


def mark(apps, schema_editor):
    drawn = apps.get_model("tournament", "Stage").objects.exclude(lots_seed="")
    drawn.update(lots_seed=Concat(Value(BY_ID), "lots_seed"))


def unmark(apps, schema_editor):
    marked = apps.get_model("tournament", "Stage").objects.filter(lots_seed__startswith=BY_ID)
    marked.update(lots_seed=Replace("lots_seed", Value(BY_ID), Value("")))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_one_match_each")]
    operations = [migrations.RunPython(mark, unmark)]
