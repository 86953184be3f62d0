"""People, as a Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, guests and what they like."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import added, endings, log  # noqa: F401  (their receivers)
