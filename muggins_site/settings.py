"""All settings: read from the environment, safe without any.

docs/decisions/0041-settings-from-the-environment.md lists the variables.
"""

import os
from pathlib import Path
from typing import Any, Literal

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from muggins_site import environment

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("MUGGINS_DATA") or BASE_DIR / "data").resolve()

DEBUG = environment.flag(os.environ, "MUGGINS_DEBUG")
HTTPS = environment.flag(os.environ, "MUGGINS_HTTPS")
BEHIND_PROXY = environment.flag(os.environ, "MUGGINS_PROXY")
PROCESSES = environment.number(os.environ, "WEB_CONCURRENCY", 1, 1, 64)
MUGGINS_LIMITS = environment.flag(os.environ, "MUGGINS_LIMITS", True)  # off for tests and measurements alone
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
ALLOWED_HOSTS = environment.hosts(os.environ)
SECRET_KEY = environment.secret_key(os.environ, DATA_DIR)
SECRET_KEY_FALLBACKS = environment.names(os.environ, "MUGGINS_SECRET_KEY_FALLBACKS")

environment.refuse_unsafe_mixes(
    debug=DEBUG,
    https=HTTPS,
    proxy=BEHIND_PROXY,
    hosts=ALLOWED_HOSTS,
    processes=PROCESSES,
    redis=bool(REDIS_URL),
    sqlite=not DATABASE_URL,
    limits=MUGGINS_LIMITS,
)

INSTALLED_APPS = [
    "muggins_site.desk.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "muggins_site",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "muggins_site.middleware.site_headers",
    "muggins_site.middleware.CompressPages",
    "muggins_site.middleware.login_leaves_the_board",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "accounts.afterwards.do_afterwards",
    "muggins_site.middleware.refuse_big",
    "muggins_site.middleware.refuse_malformed",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.sessions.session_life",
    "accounts.guests.remember_guests",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "muggins_site.counting.Limits",
    "accounts.second_factor.staff_need_two",
]

ROOT_URLCONF = "muggins_site.urls"
ASGI_APPLICATION = "muggins_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context_processors.prefs",
            ],
        },
    },
]


# --- Rows -------------------------------------------------------------------------------------------------------------


def _sqlite() -> dict[str, Any]:
    """Writes queue up instead of failing, and a power cut loses no acknowledged move."""
    return {
        "ENGINE": "muggins_site.sqlite3",
        "NAME": DATA_DIR / "db.sqlite3",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;",
        },
        "CONN_MAX_AGE": 0,
    }


def _database(url: str) -> dict[str, Any]:
    parsed: dict[str, Any] = dict(dj_database_url.parse(url, conn_health_checks=True))
    if parsed["ENGINE"].endswith("postgresql"):
        size = environment.number(os.environ, "DATABASE_POOL", 8, 1, 200)
        parsed["OPTIONS"] = {**parsed.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": size, "timeout": 10}}
    return parsed


DATABASES = {"default": _database(DATABASE_URL) if DATABASE_URL else _sqlite()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Between processes ------------------------------------------------------------------------------------------------

CHANNEL_LAYERS: dict[str, Any]
CACHES: dict[str, Any]
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [REDIS_URL], "prefix": "muggins"},
        }
    }
    _redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    CACHES = {name: {**_redis, "KEY_PREFIX": f"muggins-{name}"} for name in ("default", "quick", "pictures")}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # What must outlive a restart (guesses at passwords, accounts made) lies in the database; see 0175.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "muggins_cache",
            "TIMEOUT": 24 * 3600,  # counting further renews it: longer than any window
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        },
        "quick": environment.in_memory("quick", 20_000),
        "pictures": environment.in_memory("pictures", 300),
    }

# --- Languages --------------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("pt-br", _("Portuguese (Brazil)"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["muggins_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
GENERATED_STATIC = DATA_DIR / "generated"  # fonts, cut at set-up
GENERATED_STATIC.mkdir(parents=True, exist_ok=True, mode=0o700)
STATICFILES_DIRS = [BASE_DIR / "static", GENERATED_STATIC]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "muggins_site.static_files.HashedStorage"},
}

# --- Mail -------------------------------------------------------------------------------------------------------------

EMAIL_BACKEND = "accounts.outbox.Outbox"  # a row; the errands carry it on by MAIL_CARRIER (0172)
MAIL_WORKS = bool(os.environ.get("EMAIL_URL"))
MAIL_CARRIER = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = DATA_DIR / "mail"
for _name, _value in environment.email(os.environ).items():
    globals()[_name] = _value
DEFAULT_FROM_EMAIL = os.environ.get("MUGGINS_MAIL_FROM", "muggins@localhost")
# Links in mails lead to the site's own name, by whatever name it was asked; on a bare machine there is none.
MAIL_ORIGIN = f"http{'s' if HTTPS else ''}://{ALLOWED_HOSTS[3]}" if len(ALLOWED_HOSTS) > 3 else ""
# Who runs the site, for its imprint; lines are parted by "|".
MUGGINS_IMPRINT = os.environ.get("MUGGINS_IMPRINT", "")
MUGGINS_CONTACT = os.environ.get("MUGGINS_CONTACT", "")

# --- People -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "accounts.passwords.GuessableValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "add_email": "accounts.forms.AddEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
# A club without a mail server must work: there, nobody can confirm an address, and nobody is asked to (0170).
ACCOUNT_EMAIL_VERIFICATION = "optional" if MAIL_WORKS else "none"
ACCOUNT_PREVENT_ENUMERATION: bool | Literal["strict"] = "strict"  # an address that somebody has is taken without a word
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # with the second factor, if there is one
ACCOUNT_RATE_LIMITS = {
    # Counted before a password is hashed, given back when it was right: accounts.adapter.
    "login_failed": "100/h/ip,10/15m/key",
    "login": "60/m/ip",
    "reset_password": "20/h/ip,5/h/key",
    "signup": "20/m/ip,100/h/ip",
}
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest may sign in: accounts.entrance
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # other sessions end by themselves: their hash no longer fits
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_USERNAME_MIN_LENGTH = 2
PASSWORD_RESET_TIMEOUT = 3600
MFA_ADAPTER = "accounts.second_factor.Adapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.forms_factor.AuthenticateForm",
    "reauthenticate": "accounts.forms_factor.ReauthenticateForm",
    "activate_totp": "accounts.forms_factor.ActivateForm",
}
MFA_TOTP_ISSUER = "Muggins"
MFA_TOTP_TOLERANCE = 1  # a phone whose clock is half a minute off
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # most accounts have no address at all
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)  # whose word about the client's address counts, for limits and log

# --- Cookies, headers, limits -----------------------------------------------------------------------------------------

_HOST_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{_HOST_PREFIX}sessionid"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # a beginning: accounts.sessions says how long which session lives
GUESTS_COOKIE_NAME = f"{_HOST_PREFIX}guests"
CSRF_COOKIE_NAME = f"{_HOST_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "muggins_site.errors.csrf_failure"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE: Literal["Lax"] = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
MAX_BODY_BYTES = 1024 * 1024
UPLOAD_PATH = "/matches/upload/"  # the one page that takes a file: records, 2 MB and what a form puts round them
MAX_UPLOAD_BYTES = 2 * 1024 * 1024 + 64 * 1024
MAX_FRAME_BYTES = 8 * 1024
MUGGINS_SPECTATORS = environment.number(os.environ, "MUGGINS_SPECTATORS", 200, 0, 10_000)  # of a table, a process

# --- Pace -------------------------------------------------------------------------------------------------------------

MUGGINS_ROBOT_PACE = environment.span(os.environ, "MUGGINS_ROBOT_PACE", (0.6, 1.2))
MUGGINS_ROBOT_REACTION = environment.span(os.environ, "MUGGINS_ROBOT_REACTION", (1.8, 4.0))
# Processes in which robots think; one core is left to the site. 0: in the site itself.
MUGGINS_THINKERS = environment.number(os.environ, "MUGGINS_THINKERS", max(1, (os.cpu_count() or 1) - 1), 0, 64)
# So many deals a choice is judged by in reviews, four times as many where it seems to matter; tests take few.
MUGGINS_REVIEW_DEALS = environment.number(os.environ, "MUGGINS_REVIEW_DEALS", 400, 4, 4_000)
MUGGINS_ROBOT_WAIT_SECONDS = environment.number(os.environ, "MUGGINS_ROBOT_WAIT_SECONDS", 3, 0, 60)
MUGGINS_FAIR_WAIT_SECONDS = environment.number(os.environ, "MUGGINS_FAIR_WAIT_SECONDS", 3, 0, 60)
MUGGINS_ROUND_END_SECONDS = environment.number(os.environ, "MUGGINS_ROUND_END_SECONDS", 20, 1, 600)

# --- Log --------------------------------------------------------------------------------------------------------------

# Without a file, on standard error alone: then whoever keeps that deletes it within the year that the site promises.
LOG_FILE = os.environ.get("MUGGINS_LOG_FILE", "")
LOG_DAYS = environment.number(os.environ, "MUGGINS_LOG_DAYS", 365, 1, 365)
_into = ["stderr", "file"] if LOG_FILE else ["stderr"]
_file = {"class": "muggins_site.logs.DailyFile", "filename": LOG_FILE, "days": LOG_DAYS, "formatter": "line"}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "muggins_site.logs.OneLine", "format": "{asctime}Z {levelname} {name}: {message}"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        **({"file": _file} if LOG_FILE else {}),
    },
    "root": {"handlers": _into, "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},  # a 404 is no news
        "django.security": {"level": "CRITICAL"},  # muggins.refused says the same: once, and without secret addresses
        "muggins": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "games": {"level": "INFO"},
    },
}
