"""Addresses of matches whose deal was given in advance. A part of `games.urls`."""

from django.urls import path

from games import converters, converters_fixed  # noqa: F401  # makes <code:…>, <day:…> and <dealcode:…> known
from games.views import daily, play_on

urlpatterns = [
    path("daily/", daily.today, name="daily"),
    path("daily/<day:day>/", daily.day, name="daily_of"),
    path("daily/<day:day>/<slug:game>/play/", daily.play_day, name="play_daily"),
    path("deals/", daily.deals, name="deals"),
    path("deals/<dealcode:deal>/", daily.deal, name="deal"),
    path("deals/<dealcode:deal>/play/", daily.play_deal, name="play_deal"),
    path("m/<code:code>/play-on/", play_on.play_on, name="play_on"),
    path("m/<code:code>/play-on/again/", play_on.again, name="play_on_again"),
    path("m/<code:code>/compared/", play_on.compared, name="compared"),
    path("m/<code:code>/share/", play_on.share, name="share_deal"),
]
