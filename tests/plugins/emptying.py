"""Let Django empty the tables between tests that commit, although triggers protect the log."""


def let_flush_empty_the_log() -> None:
    """Remove the triggers on DELETE in the transaction that empties tables of SQLite, and restore them."""
    from django.db.backends.sqlite3.operations import DatabaseOperations

    execute = DatabaseOperations.execute_sql_flush

    def without_triggers(self, statements):
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%DELETE%'"
            )
            triggers = cursor.fetchall()
        aside = [f"DROP TRIGGER {self.quote_name(name)}" for name, _ in triggers]
        execute(self, [*aside, *statements, *(sql for _, sql in triggers)])

    DatabaseOperations.execute_sql_flush = without_triggers
