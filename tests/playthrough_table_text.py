"""What is printed of a sitting: everything that can be observed of a table, ply by ply.

It is printed as a deal is (see `playthrough_text`). The sections of a table:

- ``table``: its `repr`, people, readiness, game, dealer, doubling;
- ``ledger``: by person; ``history 1`` and so on: what came of each deal;
- ``state`` and ``is``: the deal, where there is one;
- ``legal 0`` to ``legal 3``: the lists, in their order;
- ``refused 0`` to ``refused 3`` and ``refused -``: of a fixed small choice of actions of a seat, or
  of the table itself, those that are refused, by their code;
- ``view 0`` to ``view 3`` and ``view -``: the view of the deal, where there is one;
- ``table view 0`` and so on: the `repr` of the view of the table, and whatever it has that is not
  as above.

When a deal is settled its readings and payments follow the events.
"""

from __future__ import annotations

from collections.abc import Iterator

from lisi_mahjong import (
    DealSettled,
    DealSummary,
    Discard,
    Leave,
    Pass,
    Play,
    Ready,
    Refusal,
    Shuffle,
    Sit,
    StartDeal,
    TableAction,
    TableState,
    TableView,
    Tile,
    Unready,
    describe_table_action,
    legal_actions,
    seen_table_events,
    table_legal_actions,
    view_table,
    why_table_illegal,
)
from playthrough_parts import SittingPlay, TablePly, Try, error_of, table_plies
from playthrough_text import (
    STOPPED,
    VIEWERS,
    Fields,
    Sections,
    as_opened,
    by_code,
    changes,
    deal_sections,
    listed,
    name_of,
    payment_lines,
    reading_lines,
    said,
    told_lines,
    tried_lines,
    view_fields,
)

STRANGER = "戊"
SHUFFLE = Shuffle.from_seed(7)

# --- a table at one moment ----------------------------------------------------------------


def table_sections(table: TableState) -> dict[str, Fields]:
    """Return everything that can be observed of a table at one moment."""
    sections = shared(table)
    if table.deal is not None:
        sections |= deal_sections(table.deal)
    for seat in range(4):
        sections[f"legal {seat}"] = {"": listed(table_legal_actions(table, seat))}
    for name, tries in nearby_at_table(table).items():
        refused = [
            (_sent(each), refusal)
            for each in tries
            if (refusal := why_table_illegal(table, each.what, by=each.by)) is not None
        ]
        sections[f"refused {name}"] = {"": by_code(refused) or "nothing"}
    views = {viewer: view_table(table, viewer) for viewer in VIEWERS}
    for viewer, seen in views.items():
        if seen.deal is not None and table.deal is not None:
            legal = () if viewer is None else legal_actions(table.deal, viewer)
            sections[f"view {name_of(viewer)}"] = view_fields(seen.deal, legal)
    for viewer, seen in views.items():
        sections[f"table view {name_of(viewer)}"] = _view_fields(table, seen)
    return sections


def shared(table: TableState | TableView) -> dict[str, Fields]:
    """Return what all see of a table."""
    sections: dict[str, Fields] = {
        "table": {
            "rules": f"rules={table.rules}",
            "score": f"score={table.score}",
            "names": f"names={','.join(map(_person, table.names))}",
            "ready": f"ready={''.join(f'{seat}' for seat in range(4) if table.ready[seat]) or '-'}",
            "game": f"game={table.game}",
            "dealer": f"dealer={name_of(table.dealer)}",
            "multiplier": f"multiplier={table.multiplier}",
            "playing": f"playing={table.playing}",
        },
        "ledger": {name: f"{name!r}:{points:+}" for name, points in table.ledger.items()},
        "accounts": {name: f"{name!r}:{points:+}" for name, points in table.accounts},
    }
    for number, summary in enumerate(table.history, start=1):
        sections[f"history {number}"] = {"": _summary(summary)}
    return sections


def _person(name: str | None) -> str:
    return "-" if name is None else f"{name!r}"


def _summary(summary: DealSummary) -> str:
    people = ",".join(map(_person, summary.names))
    return (
        f"game={summary.game} names={people} dealer={summary.dealer} "
        f"multiplier={summary.multiplier} kongs={summary.kongs} result={summary.result} "
        f"settlement={summary.settlement}"
    )


def _view_fields(table: TableState, seen: TableView) -> dict[str, str]:
    """Return the `repr` of a view but for who looks, and what it has otherwise than the table."""
    who = "a spectator" if seen.viewer is None else f"seat {seen.viewer}"
    fields = {"": f"{seen!r}".replace(f"<TableView of {who}: ", "<… ")}
    for name, section in shared(seen).items():
        if section != shared(table).get(name):
            fields[name] = f"{name}=({' '.join(section.values())})"
    listed_legal = () if seen.viewer is None else table_legal_actions(table, seen.viewer)
    if seen.legal_actions != listed_legal:
        fields["table-legal"] = f"table-legal={listed(seen.legal_actions)}"
    return fields


# --- refusals nearby ----------------------------------------------------------------------


def nearby_at_table(table: TableState) -> dict[str, list[Try]]:
    """Return by seat, and for the table itself, a fixed small choice of actions."""
    tries: dict[str, list[Try]] = {}
    sitting = next((name for name in table.names if name is not None), STRANGER)
    for seat in range(4):
        actions: tuple[TableAction, ...] = (
            Sit(seat, STRANGER),
            Sit(seat, sitting),
            Ready(seat),
            Unready(seat),
            Leave(seat),
            Play(Pass(seat)),
            Play(Discard(seat, Tile.M1)),
        )
        tries[f"{seat}"] = [*map(Try, actions), Try(Ready(seat), STRANGER)]
    tries["-"] = [Try(StartDeal(SHUFFLE)), Try(StartDeal(SHUFFLE), sitting)]
    return tries


def _sent(tried: Try) -> str:
    """Return an action with its sender."""
    text = str(tried.what)
    if isinstance(tried.what, StartDeal):
        text = f"- {text}"  # of no seat
    return text if tried.by is None else f"{text} by {tried.by}"


# --- steps --------------------------------------------------------------------------------


def table_step_lines(ply: TablePly) -> Iterator[str]:
    """Yield what is done at a ply, what happens, and what each seat is told."""
    action, taken = ply.action, ply.step
    assert action is not None
    words = describe_table_action(action), describe_table_action(action, chinese=True)
    yield f">>> {action} ({'; '.join(words)})"
    if taken is None:
        yield STOPPED
        yield from said(error_of(Try(action), ply.table))
        return
    deal = taken.state.deal
    told = {
        name_of(viewer): [as_opened(each, deal, viewer) for each in seen]
        for viewer, seen in ((viewer, seen_table_events(taken, viewer)) for viewer in VIEWERS)
    }
    yield from told_lines(taken.events, told)
    for event in taken.events:
        if isinstance(event, DealSettled):
            yield from reading_lines(event.summary.result)
            yield f"settled: {event.summary.settlement}"
            yield from payment_lines(event.summary.settlement)


# --- the whole ----------------------------------------------------------------------------


def sitting_lines(name: str, played: SittingPlay) -> Iterator[str]:
    """Yield the lines of a playthrough of a sitting."""
    yield name
    yield played.shows
    before: Sections = {}
    met: set[Refusal] = set()
    for number, ply in enumerate(table_plies(played)):
        now = table_sections(ply.table)
        yield ""
        yield f"=== {number}: {ply.table}"
        yield from changes(before, now)
        before = now
        for each in refused_nearby(ply.table):
            refusal = why_table_illegal(ply.table, each.what, by=each.by)
            if refusal is not None and refusal not in met:
                met.add(refusal)
                yield from said(error_of(each, ply.table))
        for tried in ply.tried:
            yield from tried_lines(tried, ply.table)
        if ply.action is not None:
            yield from table_step_lines(ply)


def refused_nearby(table: TableState) -> Iterator[Try]:
    """Yield the actions nearby that are refused."""
    for tries in nearby_at_table(table).values():
        for each in tries:
            if why_table_illegal(table, each.what, by=each.by) is not None:
                yield each
