"""Between tests that commit, all tables are emptied; the log refuses that, and here alone it is let go."""


def let_flush_empty_the_log() -> None:
    """Of SQLite: the triggers on deleting are put aside in the transaction that empties the tables."""
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
