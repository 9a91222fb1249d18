"""Refuse a second match of an entrant in a round: unique constraints see one column, this trigger both."""

from typing import Any

from django.db import migrations

CLASH = """
    EXISTS (
        SELECT 1 FROM tournament_match AS other
        WHERE other.round_id = NEW.round_id AND other.id <> COALESCE(NEW.id, -1)
          AND (other.first_id = NEW.second_id OR other.second_id = NEW.first_id)
    )
"""
MESSAGE = "an entrant has one match in a round"

SQLITE = """
CREATE TRIGGER match_each_once_{event} BEFORE {event} ON tournament_match FOR EACH ROW
WHEN {clash}
BEGIN SELECT RAISE(ABORT, '{message}'); END
"""
POSTGRES = f"""
CREATE FUNCTION tournament_match_each_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {CLASH} THEN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'unique_violation'; END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER match_each_once BEFORE INSERT OR UPDATE OF round_id, first_id, second_id ON tournament_match
FOR EACH ROW EXECUTE FUNCTION tournament_match_each_once();
"""


def create(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRES)
        return
    for event in ("INSERT", "UPDATE"):
        schema_editor.execute(SQLITE.format(event=event, clash=CLASH, message=MESSAGE))


def drop(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION tournament_match_each_once() CASCADE")
        return
    for event in ("INSERT", "UPDATE"):
        schema_editor.execute(f"DROP TRIGGER match_each_once_{event}")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
