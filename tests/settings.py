"""The site's own settings, in a folder that is thrown away, with a quick password hash and plain static files."""

import os

from tests.memory import quick_folder

for _name in [name for name in os.environ if name.startswith("MUGGINS_")]:
    del os.environ[_name]
os.environ["MUGGINS_DATA"] = str(quick_folder("muggins-tests-"))

from muggins_site.environment import in_memory  # noqa: E402
from muggins_site.settings import *  # noqa: E402, F403
from muggins_site.settings import CACHES, CHANNEL_LAYERS, DATA_DIR, DATABASES, MIDDLEWARE, REDIS_URL, STORAGES  # noqa: E402  # noqa: E402

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Deals wait for no browser, as in most tests there is none.
MUGGINS_FAIR_WAIT_SECONDS = 0
# Robots think on threads; tests/games/test_thinking.py starts processes.
MUGGINS_THINKERS = 0
# A few deals say nothing of a choice, and are enough to see that it is judged.
MUGGINS_REVIEW_DEALS = 4
# Members of staff come in without a code; tests/accounts/test_second_factor.py asks them for it.
MIDDLEWARE = [name for name in MIDDLEWARE if name != "accounts.second_factor.staff_need_two"]
# One client plays for everybody; tests/site/test_limits.py switches them on.
MUGGINS_LIMITS = False
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in earnest: the in-memory database of Django's tests shares one lock among threads and hides races.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    # Fifty threads write one after the other; on a machine that is busy with something else the last waits long.
    DATABASES["default"]["OPTIONS"]["timeout"] = 200
if not REDIS_URL:
    # Tests without a database have a cache, too.
    CACHES["default"] = in_memory("default", 10_000)
if REDIS_URL:
    # Each of several testing processes has a Redis to itself, as it has a database: each test empties the caches.
    _worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    for _cache in CACHES.values():
        _cache["LOCATION"] = f"{REDIS_URL}/{_worker.removeprefix('gw')}"
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"muggins-{_worker}"
