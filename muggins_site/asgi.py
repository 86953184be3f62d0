"""The one door for HTTP and WebSocket."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muggins_site.settings")
django.setup(set_prefix=False)  # first of all: what follows needs the models

from channels.routing import ProtocolTypeRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402
from django.conf import settings  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from muggins_site import static_files  # noqa: E402
from muggins_site.gate import Gate  # noqa: E402
from muggins_site.handler import OneHopHandler  # noqa: E402
from muggins_site.metrics import counted  # noqa: E402
from muggins_site.sockets import FewOfOneAddress, OriginCheck, SocketRouter, Visitors  # noqa: E402

sockets = SessionMiddlewareStack(Visitors(SocketRouter(websocket_urlpatterns)))

application = ProtocolTypeRouter(
    {
        "http": Gate(
            OneHopHandler(),
            static_files.collected(),
            settings.MAX_BODY_BYTES,
            {settings.UPLOAD_PATH: settings.MAX_UPLOAD_BYTES},
        ),
        "websocket": counted(OriginCheck(FewOfOneAddress(sockets))),
    }
)
