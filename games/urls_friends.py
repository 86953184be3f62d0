"""Addresses of invitations, and of following players. A part of `games.urls`."""

from django.urls import path

from games import converters  # noqa: F401  # makes <code:…> known
from games.views import following, invites

urlpatterns = [
    path("invite/<str:token>/", invites.invite, name="invite"),
    path("invite/<str:token>/sit/", invites.sit, name="invite_sit"),
    path("t/<code:code>/invite/", invites.renew, name="renew_invite"),
    path("following/", following.following, name="following"),
    path("players/<str:name>/follow/", following.follow, name="follow"),
    path("players/<str:name>/unfollow/", following.unfollow, name="unfollow"),
]
