"""Addresses of what is said at a table. A part of `games.urls`."""

from django.urls import path

from games import converters  # noqa: F401  # makes <code:…> known
from games.views import talk

urlpatterns = [
    path("t/<code:code>/say/", talk.say, name="say"),
    path("t/<code:code>/company/", talk.company, name="company"),
]
