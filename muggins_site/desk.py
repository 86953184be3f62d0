"""The desk: Django's admin, whose first page tells how the site is."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite, site
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from muggins_site.desk_words import name_columns


class DeskConfig(AdminConfig):
    """Has the desk stand where Django's admin does."""

    default_site = "muggins_site.desk.Desk"

    def ready(self) -> None:
        """Find what is shown, and give its columns their names."""
        super().ready()
        name_columns(site._registry)


class Desk(AdminSite):
    """The admin with a dashboard. Its pages are never kept by a browser (`admin_view` sees to that)."""

    site_header = _("Muggins: the desk")
    site_title = _("Muggins: the desk")
    index_title = _("How the site is")
    index_template = "admin/desk.html"
    enable_nav_sidebar = False

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """By the account's own page: one way to a new password is enough."""
        return redirect("account_change_password")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The dashboard above the list of rows."""
        from games.desk.dashboard import dashboard
        from games.presenters.chances import chances
        from games.services import timing

        now = dashboard(timing.now())
        figures = {"now": now, "errors": errors_since_start(), "found": chances(now.deals)}
        return super().index(request, {**(extra_context or {}), **figures})


def errors_since_start() -> int:
    """Lines of the log at level ERROR since this process began to count; see `muggins_site.metrics`."""
    from muggins_site.metrics import ERRORS  # only now: it needs the rows, and this module is read before there are any

    samples = [sample for metric in ERRORS.collect() for sample in metric.samples]
    return int(sum(sample.value for sample in samples if sample.name.endswith("_total")))
