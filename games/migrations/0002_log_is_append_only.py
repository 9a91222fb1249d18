"""Let the database itself refuse a change of the log."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import migrations

TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER games_action_append_only BEFORE UPDATE ON games_action
        BEGIN SELECT RAISE(ABORT, 'The log is append-only.'); END
        """,
    ),
    "postgresql": (
        """
        CREATE FUNCTION games_action_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'The log is append-only.' USING ERRCODE = 'integrity_constraint_violation'; END $$
        """,
        """
        CREATE TRIGGER games_action_append_only BEFORE UPDATE ON games_action
        FOR EACH ROW EXECUTE FUNCTION games_action_refuse()
        """,
    ),
}
REVERSE = {
    "sqlite": ("DROP TRIGGER games_action_append_only",),
    "postgresql": (
        "DROP TRIGGER games_action_append_only ON games_action",
        "DROP FUNCTION games_action_refuse()",
    ),
}


def run(statements: Mapping[str, tuple[str, ...]]) -> Callable[[Any, Any], None]:
    def apply(apps: Any, schema_editor: Any) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(run(TRIGGERS), run(REVERSE))]
