"""The site itself, as a Django app: for its system checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the checks."""

    name = "muggins_site"

    def ready(self) -> None:
        from muggins_site import checks  # noqa: F401
