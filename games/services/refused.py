"""What every refusal of a service is."""

from __future__ import annotations

from typing import ClassVar


class Refused(Exception):
    """Nothing was changed. `code` names why; `status` is 400, 403, 404, 409 or 429."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
