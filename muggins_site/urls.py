"""The site's addresses."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.views import set_language
from muggins_site import errors, health, papers

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("accounts.entrance")),
    path("i18n/setlang/", set_language, name="set_language"),
    path("healthz", health.healthz, name="healthz"),
    path("privacy/", papers.privacy, name="privacy"),
    path("terms/", papers.terms, name="terms"),
    path("imprint/", papers.imprint, name="imprint"),
    path(".well-known/security.txt", papers.security, name="security"),
    path("admin/", admin.site.urls),
]

handler400 = errors.bad_request
handler403 = errors.forbidden
handler404 = errors.not_found
handler429 = errors.too_many  # django-allauth's
handler500 = errors.server_error
