"""People, as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, guests and what they like."""

    name = "accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        from accounts import endings, log  # noqa: F401  (their receivers)
