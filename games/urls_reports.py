"""Addresses of reports to the site. A part of `games.urls`."""

from django.urls import path

from games import converters  # noqa: F401  # makes <code:…> known
from games.views import reports

urlpatterns = [
    path("t/<code:code>/report/", reports.report, name="report"),
    path("players/<str:name>/report/", reports.report_player, name="report_player"),
    path("reports/", reports.my_reports, name="reports"),
]
