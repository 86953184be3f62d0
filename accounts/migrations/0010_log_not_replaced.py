from typing import Any

from django.db import migrations

#: `INSERT OR REPLACE` deletes without asking the triggers of deletion. On PostgreSQL a conflict is an update, which is
#: refused already. SQLite keeps a trigger with its table: a migration that makes the table anew has to make it anew.
KEEP = """CREATE TRIGGER audit_no_replace BEFORE INSERT ON accounts_auditentry
    WHEN EXISTS (SELECT 1 FROM accounts_auditentry WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END"""
LET_GO = "DROP TRIGGER audit_no_replace"


def keep(apps: Any, schema_editor: Any) -> None:
    """Make the trigger."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(KEEP)


def let_go(apps: Any, schema_editor: Any) -> None:
    """Take it away."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(LET_GO)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_single_keys"),
    ]

    operations = [
        migrations.RunPython(keep, let_go),
    ]
