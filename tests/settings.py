"""The site's own settings, in a folder that is thrown away, with a quick password hash and plain static files."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

# In memory where the system offers that: each commit waits for the disk (synchronous=FULL), and tests commit thousands.
_memory = Path("/dev/shm")
_roomy = os.access(_memory, os.W_OK) and shutil.disk_usage(_memory).free > 512 * 1024 * 1024
_data = tempfile.mkdtemp(prefix="muggins-tests-", dir=_memory if _roomy else None)
atexit.register(shutil.rmtree, _data, ignore_errors=True)
for _name in [name for name in os.environ if name.startswith("MUGGINS_")]:
    del os.environ[_name]
os.environ["MUGGINS_DATA"] = _data

from muggins_site.settings import *  # noqa: E402, F403
from muggins_site.settings import DATA_DIR, DATABASES, MIDDLEWARE, STORAGES  # noqa: E402

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# Members of staff come in without a code; tests/accounts/test_second_factor.py asks them for it.
MIDDLEWARE = [name for name in MIDDLEWARE if name != "accounts.second_factor.staff_need_two"]
# Deals wait for no browser, as in most tests there is none.
MUGGINS_FAIR_WAIT_SECONDS = 0
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as in earnest: the in-memory database of Django's tests shares one lock among threads and hides races.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
