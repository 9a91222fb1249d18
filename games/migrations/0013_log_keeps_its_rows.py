"""The database refuses to delete rows of the log as well as to change them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import migrations

TRIGGERS = {
    "sqlite": (
        """
        CREATE TRIGGER games_action_keeps_rows BEFORE DELETE ON games_action
        BEGIN SELECT RAISE(ABORT, 'The log is append-only.'); END
        """,
    ),
    "postgresql": (
        """
        CREATE TRIGGER games_action_keeps_rows BEFORE DELETE ON games_action
        FOR EACH ROW EXECUTE FUNCTION games_action_refuse()
        """,
    ),
}
REVERSE = {
    "sqlite": ("DROP TRIGGER games_action_keeps_rows",),
    "postgresql": ("DROP TRIGGER games_action_keeps_rows ON games_action",),
}


def run(statements: Mapping[str, tuple[str, ...]]) -> Callable[[Any, Any], None]:
    def apply(apps: Any, schema_editor: Any) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement)

    return apply


class Migration(migrations.Migration):
    dependencies = [("games", "0012_absences")]
    operations = [migrations.RunPython(run(TRIGGERS), run(REVERSE))]
