"""Django's SQLite, where the writers of a process take turns."""
