"""A client that knows nothing but JSON and `docs/wire.md`, as one in another language would.

It imports nothing of the package: plain dicts and lists go in, and are changed. What follows from
the rest and takes the rules (`reserve`, `legal_actions`) it leaves alone.
"""

from __future__ import annotations

import copy
from typing import Any

Json = dict[str, Any]


def carried(seen: Json, events: list[Json]) -> Json:
    """Return the view of a deal after some events."""
    seen = copy.deepcopy(seen)
    for event in events:
        _take_in(seen, event)
    return seen


def _take_in(seen: Json, event: Json) -> None:
    name = event["event"]
    if name in {"asked", "answered"}:
        seen["stage"] |= {"asked": True} if name == "asked" else {"answer": event["action"]}
        return
    if name != "ended" or event["result"]["name"] != "won":
        _let_a_pass_count(seen)
    if name == "ended":
        seen["players"], seen["stage"] = event["players"], event["result"]
        return
    seat = event["seat"]
    side = seen["players"][seat]
    if name == "drew":
        _draw(seen, event)
    elif name == "discarded":
        _give(side, event["tile"], 0, 1)
        side["river"].append({"tile": event["tile"], "taken_by": None, "ting": False})
        seen["stage"] = _offer(seat, event["tile"], robbing=False)
    elif name == "declared_ting":
        _give(side, event["tile"], 1, 0)
        side["river"].append({"tile": event["tile"], "taken_by": None, "ting": True})
        side["ting"] = {key: event[key] for key in ("tile", "face_up", "on_wall")}
        side["ting_since"] = [len(each["river"]) for each in seen["players"]]
    elif name == "announced_kong":
        seen["stage"] = _offer(seat, event["tile"], robbing=True)
    else:
        _make(seen, event)


def _offer(seat: int, tile: str, *, robbing: bool) -> Json:
    return {
        "name": "claims",
        "discarder": seat,
        "tile": tile,
        "robbing": robbing,
        "asked": False,
        "answer": None,
    }


def _let_a_pass_count(seen: Json) -> None:
    stage = seen["stage"]
    if stage["name"] != "claims" or stage["answer"] != f"{seen['viewer']} pass":
        return
    side = seen["players"][seen["viewer"]]
    held = side["hand"]["standing"] + side["hand"]["loose"]
    if side["ting"] is not None:
        seen["win_barred"] = True
    elif held.count(stage["tile"]) >= 2:
        locks = {*seen["pung_locks"], stage["tile"]}
        seen["pung_locks"] = sorted(locks, key=_place)


def _place(tile: str) -> tuple[str, str]:
    return tile[1], tile[0]


def _draw(seen: Json, event: Json) -> None:
    seat, tile = event["seat"], event["tile"]
    side = seen["players"][seat]
    side["loose_count"] += 1
    seen["remaining"] -= 1
    if side["hand"] is not None:
        side["hand"]["loose"] = sorted([*side["hand"]["loose"], tile], key=_place)
    if seat == seen["viewer"]:
        seen["pung_locks"] = []
    seen["stage"] = {"name": "turn", "seat": seat, "after_draw": True, "drawn": tile}


def _give(side: Json, tile: str | None, standing: int, loose: int) -> None:
    side["standing_count"] -= standing
    side["loose_count"] -= loose
    if side["hand"] is not None:
        for where, number in (("standing", standing), ("loose", loose)):
            for _ in range(number):
                side["hand"][where].remove(tile)


def _make(seen: Json, event: Json) -> None:
    """Make a pung or a kong."""
    seat, meld, standing = event["seat"], event["meld"], event["standing"]
    side, kind = seen["players"][seat], meld["kind"]
    given = {"pung": 2, "melded kong": 3, "added kong": 1, "concealed kong": 4}[kind]
    if kind in {"pung", "melded kong"}:
        seen["players"][meld["from_seat"]]["river"][-1]["taken_by"] = seat
    _give(side, meld["tile"], standing, given - standing)
    if kind == "added kong":
        tiles = [each["kind"] == "pung" and each["tile"] == meld["tile"] for each in side["melds"]]
        side["melds"][tiles.index(True)] = meld
    else:
        side["melds"].append(meld)
    if kind == "pung":
        seen["stage"] = {"name": "turn", "seat": seat, "after_draw": False, "drawn": None}
    else:
        seen["kongs"] += 1
