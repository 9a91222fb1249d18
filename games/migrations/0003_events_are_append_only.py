"""Let the database itself refuse a change of the events of a game."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import migrations

TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER games_event_append_only BEFORE UPDATE ON games_event
        BEGIN SELECT RAISE(ABORT, 'What happened in a game is never changed.'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'What happened in a game is never changed.'
            USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER games_event_append_only BEFORE UPDATE ON games_event
        FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
        """,
    ),
}
REVERSE = {
    "sqlite": ("DROP TRIGGER games_event_append_only",),
    "postgresql": (
        "DROP TRIGGER games_event_append_only ON games_event",
        "DROP FUNCTION games_event_refuse()",
    ),
}


def run(statements: Mapping[str, tuple[str, ...]]) -> Callable[[Any, Any], None]:
    def apply(apps: Any, schema_editor: Any) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("games", "0002_log_is_append_only")]
    operations = [migrations.RunPython(run(TRIGGERS), run(REVERSE))]
