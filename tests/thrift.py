"""What Django and Python would do over and over beside the tests, and nobody asks for."""

from __future__ import annotations

import gc

from django.template.base import Template
from django.template.context import Context
from django.test.signals import template_rendered

#: Objects more than before, when Python looks for what only refers to itself; its own figures are 700, 10, 10.
SELDOM = (20_000, 10, 20)


def look_for_rubbish_seldom() -> None:
    """What has been loaded until now stays until the end: nobody looks through it for what may go.

    Hundreds of thousands of objects of modules and tests were looked through every few seconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def render_and_tell_once(self: Template, context: Context) -> str:
    """Tests read what a page was rendered with (`response.context`); its partials tell nothing else.

    Django's own tells of each partial, fifty a page, and copies its whole context each time.
    """
    if context.template is self:
        template_rendered.send(sender=self, template=self, context=context)
    rendered: str = self.nodelist.render(context)
    return rendered
