"""Sockets. A push says only "the table is at version n"; each socket draws what its own viewer may see."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils import translation

from accounts.models import User
from accounts.selectors import language_for, prefs_for
from games import selectors, watchers
from games.frames import (
    CROWDED,
    MAX_BAD,
    PING,
    SIGNED_OUT,
    TOO_BIG,
    TOO_FAST,
    TOO_MANY_BAD,
    TOO_MANY_SOCKETS,
    Allowance,
    BadFrame,
    FrameTooBig,
    read_frame,
)
from games.models import Match
from games.presenters.talk import TalkPage
from games.services import announce, seating
from games.services.errors import Refused
from games.sessions import LONGEST_UNSEEN, Standing, seconds_to_look, session_key, socket_closed, socket_opened
from games.views.drawn import Drawing, draw, draw_since, shelf
from games.views.lobby import lobby_html
from games.views.rendering import talk_at, talk_html

log = logging.getLogger(__name__)

MAX_SOCKETS = 10
#: Seconds of silence after which a page is spoken to.
NUDGE_SECONDS = 12.0
#: While its viewer is answered a push waits: seconds between two looks, and so many looks at most.
A_WINK, WINKS = 0.01, 100
#: The open sockets of each person in this process, the oldest first.
_open: dict[int, OrderedDict[int, Socket]] = {}


class Socket(AsyncWebsocketConsumer):
    """What table and lobby have in common: bad frames answered, floods and sign-outs ended, a language."""

    group = ""
    code = ""
    standing: Standing | None = None
    watching: asyncio.Task[None] | None = None
    signed_out = False

    async def connect(self) -> None:
        """Join the group first, so that nothing is missed between the drawing and the first push."""
        self.user: User | AnonymousUser = self.scope.get("user") or AnonymousUser()
        self.standing = Standing(self.scope, self.user) if isinstance(self.user, User) else None
        self.bad = 0
        self.allowance = Allowance()
        self.language = language_for(self.user, self.scope.get("cookies", {}), _accepted(self.scope))
        if not await self.admit():
            await self.close()
            return
        await self.channel_layer.group_add(self.group, self.channel_name)
        if isinstance(self.user, User):
            await self.channel_layer.group_add(announce.person_group(self.user.pk), self.channel_name)
        await self.accept()
        socket_opened(self.scope, self.user)
        await self._count_in()
        if session_key(self.scope) is not None and isinstance(self.user, User):
            self.watching = asyncio.create_task(self._watch())
        await self.greet()

    async def admit(self) -> bool:
        """Whether there is something here for this visitor."""
        return True

    async def greet(self) -> None:
        """The first thing to send."""

    async def disconnect(self, code: int) -> None:
        if self.watching is not None:
            self.watching.cancel()
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)
        if isinstance(self.user, User):
            await self.channel_layer.group_discard(announce.person_group(self.user.pk), self.channel_name)
        socket_closed(self.scope, self.user, code)
        if isinstance(self.user, User) and (own := _open.get(self.user.pk)) is not None:
            own.pop(id(self), None)
            if not own:
                del _open[self.user.pk]

    async def _count_in(self) -> None:
        """Ten sockets a person are enough: the oldest makes room."""
        if not isinstance(self.user, User):
            return
        own = _open.setdefault(self.user.pk, OrderedDict())
        own[id(self)] = self
        if len(own) > MAX_SOCKETS:
            _, oldest = own.popitem(last=False)
            await oldest.close(code=TOO_MANY_SOCKETS)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            frame = read_frame(text_data, self.code)
        except FrameTooBig:
            await self.close(code=TOO_BIG)
            return
        except BadFrame as error:
            await self._answer_bad(str(error))
            return
        if not self.allowance.take():
            await self._too_fast()
            return
        if not await self._still_signed_in():
            await self._sign_out()
            return
        await self.hear(frame.kind, frame.version, frame.digest)

    async def hear(self, kind: str, version: int, digest: str) -> None:
        """A frame that was understood."""

    async def _answer_bad(self, why: str) -> None:
        self.bad += 1
        if self.bad > MAX_BAD:
            await self.close(code=TOO_MANY_BAD)
            return
        await self.tell({"type": "error", "text": why})

    async def _too_fast(self) -> None:
        self.bad += 1
        if self.bad > MAX_BAD:
            await self.close(code=TOO_FAST)
            return
        await self.tell({"type": "error", "text": "slow down"})

    async def tell(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message, separators=(",", ":")))

    async def session_changed(self, event: dict[str, Any]) -> None:
        """A push: a session of this person has ended, perhaps this one."""
        await self._look()

    async def _watch(self) -> None:
        """Close when the session ends by itself; and look now and then, whatever was missed."""
        while True:
            try:
                if not await self._look():
                    return
                pause = await database_sync_to_async(seconds_to_look)(self.scope)
            except DatabaseError:  # away for a moment: that ends no watch
                pause = LONGEST_UNSEEN
            await asyncio.sleep(pause)

    async def _look(self) -> bool:
        if await self._still_signed_in():
            return True
        await self._sign_out()
        return False

    async def _sign_out(self) -> None:
        """Once, whatever has noticed it: more pushes may come before the other end is gone."""
        if not self.signed_out:
            self.signed_out = True
            await self.close(code=SIGNED_OUT)

    async def _still_signed_in(self) -> bool:
        """Whether the session that opened this socket still stands for the same person, who is then as he is now."""
        if self.standing is None:
            return True
        person = await database_sync_to_async(self.standing.person)()
        if person is None:
            return False
        self.user = person  # a choice of his may have changed since the socket was opened
        return True


class TableConsumer(Socket):
    """One table for one viewer. Its frames: ``sync`` (what I show) and ``ping`` (I am here)."""

    nudging: asyncio.Task[None] | None = None

    async def admit(self) -> bool:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.sent = (-1, "")
        # The newest line that this page has been told of, and what its talk looks like.
        self.heard, self.said = 0, ""
        try:
            match = await database_sync_to_async(selectors.match_for)(self.code, self.user)
        except Refused:
            return False
        self.match_id = match.pk
        self.group = announce.table_group(self.code)
        return True

    async def greet(self) -> None:
        self.heard_at = time.monotonic()
        if not await self._finds_room():
            await self.close(code=CROWDED)
            return
        await self._beat()
        await self._show()
        self.nudging = asyncio.create_task(self._nudge())

    async def _finds_room(self) -> bool:
        """Whether one more may watch; the page of whoever may not says so, and looks now and then by itself."""
        if not await database_sync_to_async(watchers.only_watches)(self.match_id, self.user):
            return True
        return watchers.come(self.code, id(self))

    async def disconnect(self, code: int) -> None:
        watchers.go(self.code, id(self))
        if self.nudging is not None:
            self.nudging.cancel()
        await super().disconnect(code)

    async def _nudge(self) -> None:
        """Speak to pages in the background, whose timers sleep but who hear: they answer with a ping."""
        while True:
            await asyncio.sleep(NUDGE_SECONDS)
            if time.monotonic() - self.heard_at > NUDGE_SECONDS:
                await self.tell({"type": "current", "version": self.sent[0]})

    async def hear(self, kind: str, version: int, digest: str) -> None:
        self.heard_at = time.monotonic()
        if kind == PING:
            await self._beat()
        known = self.sent if kind == PING else (version, digest)
        if known == self.sent and await database_sync_to_async(self._newest)() == (self.sent[0], self.heard):
            await self.tell({"type": "current", "version": self.sent[0]})
        else:
            await self._show(known=known)

    def _newest(self) -> tuple[int, int] | None:
        """The table's version, which all but talk raises, and the number of its newest line."""
        versions = Match.objects.filter(pk=self.match_id).values_list("version", Coalesce(Max("lines__number"), 0))
        return versions.first()

    async def table_changed(self, event: dict[str, Any]) -> None:
        """A push. What has been sent already is dropped: a push is only a hint, and may come late or twice."""
        if event["version"] < self.sent[0]:
            return
        if not await self._still_signed_in():
            await self._sign_out()
            return
        await self._answered()
        await self._show(known=self.sent, quiet=True, since=event["version"])

    async def _answered(self) -> None:
        """What the viewer did himself is answered first: this page takes the same drawing."""
        for _ in range(WINKS):
            if not shelf.is_answering(self.code, self.user.pk):
                return
            await asyncio.sleep(A_WINK)

    async def table_said(self, event: dict[str, Any]) -> None:
        """A push: there is a line. Each viewer is sent his own talk, or nothing where he does not read its speaker."""
        if event["line"] <= self.heard:
            return
        if not await self._still_signed_in():
            await self._sign_out()
            return
        await self._tell_talk(await database_sync_to_async(self._draw_talk)())

    async def _tell_talk(self, talk: TalkPage) -> None:
        """Send the talk, unless it is what this page shows already or older than that."""
        known = talk.newest < self.heard or talk.digest == self.said
        self.heard = max(self.heard, talk.newest)
        if known:
            return
        self.said = talk.digest
        with translation.override(self.language):
            html = talk_html(talk)
        await self.tell({"type": "talk", "html": html})

    async def _show(self, known: tuple[int, str] = (-1, ""), quiet: bool = False, since: int | None = None) -> None:
        """Send the table unless *known* (version, digest) is what it looks like; then only say that it is current.

        *since*: a drawing of this version, made a moment ago, will do.
        """
        try:
            drawing = await database_sync_to_async(self._draw)(since)
        except Refused as refused:
            log.error("table %s cannot be drawn: %s", self.code, refused.code)
            await self.tell({"type": "error", "text": "the table cannot be shown"})
            return
        page = drawing.page
        now, digest = page.version, page.digest
        if now < self.sent[0]:
            return
        if known == (now, digest):
            await self._tell_talk(page.talk)
            if not quiet:
                await self.tell({"type": "current", "version": now})
            return
        self.sent = (now, digest)
        self.heard, self.said = max(self.heard, page.talk.newest), page.talk.digest
        await self.tell({"type": "table", "version": now, "html": drawing.now()})

    def _draw(self, since: int | None = None) -> Drawing:
        """The table as this viewer sees it, in his language. Sync: it asks the database."""
        with translation.override(self.language):
            prefs = prefs_for(self.user, self.scope.get("cookies", {}))
            if since is None:
                return draw(self.code, self.user, prefs)
            return draw_since(self.code, self.user, prefs, since)

    def _draw_talk(self) -> TalkPage:
        """The talk alone, as this viewer may read it."""
        with translation.override(self.language):
            return talk_at(self.code, self.user)

    async def _beat(self) -> None:
        """Renew the lease on the viewer's seat."""
        if isinstance(self.user, User):
            await database_sync_to_async(seating.heartbeat)(match_id=self.match_id, user=self.user)


class LobbyConsumer(Socket):
    """The open tables, live."""

    group = announce.LOBBY

    async def greet(self) -> None:
        await self._show()

    async def hear(self, kind: str, version: int, digest: str) -> None:
        if kind == PING:
            await self.tell({"type": "current", "version": 0})
        else:
            await self._show()

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        if await self._look():
            await self._show()

    async def _show(self) -> None:
        html = await database_sync_to_async(lobby_html)(self.user, self.language)
        await self.tell({"type": "lobby", "html": html})


def _accepted(scope: dict[str, Any]) -> str:
    """The languages a visitor reads, best first: that of the page, then the browser's. Not all name theirs here."""
    page = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])[0]
    known = [page] if page in dict(settings.LANGUAGES) else []
    return ",".join([*known, _header(scope, b"accept-language")])


def _header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope.get("headers", ()) if key == name), "")
