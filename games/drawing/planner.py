"""Chooses what an edge claims for its next tile: the cheapest free berths, at the prices of `sizes.TASTE`."""

from __future__ import annotations

from collections.abc import Callable, Collection

from games.drawing.berths import Spot, across, along, exit_of, offers, plains, sides_of, spot_of
from games.drawing.board import Board, claim
from games.drawing.planes import FIELD, area, cells, cross, grown, halo, rect, spread
from games.drawing.sizes import TASTE, TURN_PRICES, floor_step, prices, step_for, steps
from games.drawing.values import Berth, Claim, Edge, Frame

BEHIND = 12
"""Cells that a place apart from its edge may be farther away in order to lie before it."""


class Scene:
    """All that bears on the choice for one edge: what is taken, what others hope for, how much room there is."""

    def __init__(self, board: Board, edge: Edge, others: Collection[Claim]) -> None:
        reserved = close = wish = 0
        for other in others:
            reserved |= other.cells
            close |= other.near
            wish |= other.wish
        host = board.host.get(edge.tile)
        self.board, self.edge, self.wish = board, edge, wish
        self.ahead = board.occupied | reserved
        self.grand = cells(board.berths[host]) if host else 0
        self.blocked = self.ahead & ~cells(board.berths[edge.tile]) & ~self.grand
        self.room = _room(board) & ~(board.near | close)
        self.again = TASTE.again if edge.bent else 0.0

    def fits(self, berth: Berth) -> bool:
        """Whether a tile here touches nothing but its host, and at most a corner of its host's host."""
        rim = halo(berth)
        return not (rim & self.blocked or (rim & self.grand and cross(berth) & self.grand))

    def offers(self, kind: str) -> list[tuple[float, Berth]]:
        """The free berths for a kind of tile, with the price of the turn."""
        return [
            (TURN_PRICES[turn] + (self.again if turn else 0.0), berth)
            for berth, turn in offers(self.edge, kind)
            if self.fits(berth)
        ]

    def size_price(self, frame: Frame) -> float:
        """What the size of a picture with this frame costs."""
        return prices(self.board.box)[step_for(self.board.box, frame, self.board.step)]

    def wish_price(self, berth: Berth) -> float:
        """What it costs that somebody else would have liked the place."""
        return TASTE.wish if halo(berth) & self.wish else 0.0

    def next_berth(self, spot: Spot, wide: bool, plain: bool) -> Berth | None:
        """A place that a plain tile would find at an edge that is not there yet."""
        return next((b for b, _ in plains(*spot, wide, plain) if not halo(b) & self.ahead), None)

    def crowd_price(self, berth: Berth) -> float:
        """What it costs that the next few tiles would find too little room beyond this berth."""
        wanted = 12 * min(29 - len(self.board.berths), 5)
        half = (berth.w if berth.dx else berth.h) // 2
        x, y = berth.x + (half + 1) * berth.dx - 1, berth.y + (half + 1) * berth.dy - 1
        room = self.room & ~rect(berth.x - berth.w // 2 - 1, berth.y - berth.h // 2 - 1, berth.w + 1, berth.h + 1)
        return TASTE.crowd * (wanted - spread(room, x, y, wanted)) / 12


def _room(board: Board) -> int:
    """Anchors of the squares inside the largest picture that still holds the frame."""
    left, top, right, bottom = board.frame
    size = steps(board.box)[max(board.step, floor_step(board.box))]
    w, h = max(size.width, right - left), max(size.height, bottom - top)
    return area(right - w, bottom - h, left + w - 1, top + h - 1)


def _cheapest(options: list[tuple[float, Berth]], more: Callable[[Berth], float]) -> Berth | None:
    """The berth with the lowest sum of its price and of `more`, which is only asked where it can matter."""
    found, lowest = None, float("inf")
    for base, berth in sorted(options, key=lambda option: option[0]):
        if base >= lowest:
            break
        price = base + more(berth)
        if price < lowest:
            found, lowest = berth, price
    return found


def _choose_lying(scene: Scene) -> Berth | None:
    """A place for a double laid lengthwise: straight on, or beside the last half, so that its sides stay free."""

    def blind(berth: Berth) -> float:
        return TASTE.blind * sum(scene.next_berth(side, True, False) is None for side in sides_of(berth))

    frame = scene.board.frame
    return _cheapest([(p + scene.size_price(grown(frame, b)), b) for p, b in scene.offers("lying")], blind)


def _choose_double(scene: Scene) -> Berth | None:
    left, branches = scene.board.left[scene.edge.pip], scene.board.style.branches(scene.board.doubles)

    def base(price: float, berth: Berth) -> float:
        frame = grown(scene.board.frame, berth)
        if left > 1:  # the tile after the double counts too
            x, y, dx, dy = exit_of(berth)
            x, y = x + 2 * dx, y + 2 * dy
            frame = (min(frame[0], x), min(frame[1], y), max(frame[2], x), max(frame[3], y))
        return price + scene.size_price(frame) + scene.wish_price(berth)

    def more(berth: Berth) -> float:
        price = scene.crowd_price(berth) if left > 1 else 0.0
        return price + TASTE.blind * sum(place is None for place in _after_double(scene, berth, left, branches))

    return _cheapest([(base(price, berth), berth) for price, berth in scene.offers("double")], more)


def _after_double(scene: Scene, berth: Berth, left: int, branches: bool) -> list[Berth | None]:
    """The places of the tiles that may follow a double: on its far side and, where it branches, on its short sides."""
    places = [scene.next_berth(exit_of(berth), True, False)] if left > 1 else []
    if branches and left > 2:
        places += [scene.next_berth(side, False, False) for side in sides_of(berth)]
    return places


def _choose_plain(scene: Scene, double_follows: bool, *others: Berth | None) -> Berth | None:
    frame = grown(scene.board.frame, *others)

    def more(berth: Berth) -> float:
        beyond = exit_of(berth)
        if double_follows:
            blind = bool(halo(across(*beyond)) & scene.ahead)
        else:
            blind = scene.next_berth(beyond, False, True) is None
        return TASTE.blind * blind + scene.crowd_price(berth)

    return _cheapest(
        [(p + scene.size_price(grown(frame, b)) + scene.wish_price(b), b) for p, b in scene.offers("plain")], more
    )


def _double_may_follow(board: Board, pip: int) -> bool:
    """Whether some plain tile for this number is out whose other number's double is out too."""
    return any(
        board.double_is_out(p) and f"{max(p, pip)}{min(p, pip)}" not in board.berths for p in range(7) if p != pip
    )


def best_claim(board: Board, edge: Edge, others: Collection[Claim]) -> Claim | None:
    """The cheapest claim that keeps clear of all tiles and of the other claims, or None."""
    scene = Scene(board, edge, others)
    double = lying = None
    wish = 0
    if board.may_lie():
        lying = _choose_lying(scene)
        if lying is None:
            return None
        for side in sides_of(lying):
            wish |= cells(along(*side))
    if board.double_is_out(edge.pip):
        double = _choose_double(scene)
        if double is None:
            return None
        places = _after_double(scene, double, board.left[edge.pip], board.style.branches(board.doubles))
        for place in places:
            wish |= cells(place) if place else 0
    double_follows = _double_may_follow(board, edge.pip)
    plain = _choose_plain(scene, double_follows, double, lying)
    if plain is None:
        return None
    if double_follows:
        wish |= cells(across(*exit_of(plain)))
    return claim(edge, plain, double, lying, wish)


def plan(board: Board, edge: Edge, may_move_others: bool = True) -> bool:
    """Gives the edge a claim; False when that claim had to be a tight one."""
    found = best_claim(board, edge, board.claims.values())
    if found is not None:
        board.reserve(found)
        return True
    if may_move_others:
        return _plan_by_moving_others(board, edge)
    board.reserve(_tight_claim(board, edge))
    return False


def _plan_by_moving_others(board: Board, edge: Edge) -> bool:
    found = best_claim(board, edge, ())
    if found is None:
        board.reserve(_tight_claim(board, edge))
        return False
    kept = dict(board.claims), board.frame, board.step
    rim = 0
    for berth in found.berths:
        rim |= halo(berth)
    in_the_way = [key for key, other in board.claims.items() if other.cells & rim]
    edges = [board.claims.pop(key).edge for key in in_the_way]
    board.reserve(found)
    planned = [plan(board, other, False) for other in edges]
    if not all(planned):
        board.claims, board.frame, board.step = kept
        board.reserve(found)  # two ports share a place: whoever comes first takes it
    return True


def _tight_claim(board: Board, edge: Edge) -> Claim:
    """The last resort: places that may touch strangers, or lie apart from the edge; never over other tiles."""
    out = board.double_is_out(edge.pip)
    found = [
        _bare_berth(board, edge, kind) if wanted else None
        for kind, wanted in (("plain", True), ("double", out), ("lying", out and board.may_lie()))
    ]
    return claim(edge, found[0], found[1], found[2])._replace(tight=True)


def _bare_berth(board: Board, edge: Edge, kind: str) -> Berth:
    found = offers(edge, kind)
    for berth, _ in found:
        if not cells(berth) & board.occupied:
            return berth
    return _nearest_free(board, spot_of(edge), found[0][0])


def _nearest_free(board: Board, spot: Spot, shape: Berth) -> Berth:
    """The free place nearest to the edge, rather before than behind it, for a tile that will need a line drawn to it.

    There always is one: 28 tiles with their rims cover less than a tenth of the field.
    """
    x0, y0, dx, dy = spot

    def far(place: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        x, y = place[0] - x0, place[1] - y0
        behind = BEHIND if x * dx + y * dy <= 0 else 0  # there the line would run under the edge's own tile
        return max(abs(x), abs(y)) + behind, place

    others = board.occupied
    for kept in board.claims.values():
        others |= kept.cells
    left, top, right, bottom = FIELD
    places = [(x, y) for x in range(left + 3, right - 2) for y in range(top + 3, bottom - 2)]
    places.sort(key=far)
    return next(b for b in (shape._replace(x=x, y=y) for x, y in places) if not halo(b) & others)
