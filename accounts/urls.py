"""Addresses about people that django-allauth does not have."""

from django.urls import path

from accounts import urls_mine, views

app_name = "accounts"
urlpatterns = [
    path("accounts/guest/", views.guest, name="guest"),
    path("accounts/keep/", views.keep, name="keep"),
    path("accounts/settings/", views.settings_page, name="settings"),
    path("accounts/notices/<int:id>/", views.put_away, name="put_away"),
    path("settings/theme/", views.theme, name="theme"),
    *urls_mine.urlpatterns,
]
