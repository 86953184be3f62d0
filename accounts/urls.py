"""Addresses about people that django-allauth does not have."""

from django.urls import path

from accounts import urls_mine, views, views_company

app_name = "accounts"
urlpatterns = [
    path("accounts/guest/", views.guest, name="guest"),
    path("accounts/keep/", views.keep, name="keep"),
    path("accounts/settings/", views.settings_page, name="settings"),
    path("accounts/company/", views_company.company, name="company"),
    path("accounts/company/decide/", views_company.decide, name="decide"),
    path("accounts/notices/<int:id>/", views.put_away, name="put_away"),
    path("settings/theme/", views.theme, name="theme"),
    *urls_mine.urlpatterns,
]
