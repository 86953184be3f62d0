"""Addresses about one's own account. A part of `accounts.urls`."""

from django.urls import path

from accounts import views_mine

urlpatterns = [
    path("accounts/places/", views_mine.places, name="places"),
    path("accounts/places/end/", views_mine.end_place, name="end_place"),
    path("accounts/2fa/app/code.svg", views_mine.factor_picture, name="factor_picture"),
]
