"""The named cast of all tests: Alice and her partner Bob, Carol, Dave, and Eve who watches.

At a table of partners Alice and Bob sit across from each other: Alice 0, Carol 1, Bob 2, Dave 3.
"""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True)
class Cast:
    """Five accounts."""

    alice: User
    bob: User
    carol: User
    dave: User
    eve: User

    def seated(self, players: int) -> list[User]:
        """Who plays at a table of this size, in the order of the seats."""
        if players == 4:
            return [self.alice, self.carol, self.bob, self.dave]
        return [self.alice, self.bob, self.carol][:players]


def person(name: str) -> User:
    """An account of this name, made when it is not there."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(username=name)


def make_cast() -> Cast:
    """The five accounts, in the test's database."""
    return Cast(*[person(name) for name in ("Alice", "Bob", "Carol", "Dave", "Eve")])
