"""What is printed of a deal: everything that can be observed, ply by ply.

A ply is a block of sections, each a row of fields. At the first ply all of them are printed, later
those fields alone that differ from the ply before; a field that is gone has a minus before its
name, sections of which one and the same is to be said are named together, and those that are as
they were are named on one line. Then come what was tried and
refused, what is done, its events, and what each seat is told of them: an event that is told as it
is by its number.

The sections of a deal:

- ``state``: the canonical line of `format_state`;
- ``is``: its `repr`, what else it has, and what the seats in ting wait for;
- ``legal 0`` to ``legal 3``: the lists, in their order;
- ``refused 0`` to ``refused 3``: of a fixed small choice of actions those that are refused, by
  their code; what a code says stands below where it is first met in a file;
- ``view 0`` to ``view 3`` and ``view -``: the canonical line of `format_view` and what else a view
  has; its legal actions are printed when they are not those of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lisi_mahjong import (
    Action,
    AwaitingClaims,
    AwaitingTurn,
    DeclareTing,
    Discard,
    GameState,
    IllegalAction,
    Kong,
    KongKind,
    LisiError,
    MeldKind,
    NotationError,
    Pass,
    Play,
    Pung,
    Refusal,
    SawEnd,
    ScoreTable,
    SeatView,
    Settlement,
    Shuffle,
    StartDeal,
    Step,
    TableState,
    Tag,
    Tile,
    Win,
    WonDeal,
    actors,
    describe,
    format_state,
    format_tiles,
    format_view,
    legal_actions,
    next_dealer,
    parse_table_action,
    seen_events,
    settle,
    view,
    why_illegal,
)
from playthrough_parts import Call, DealPlay, Ply, Try, deal_plies, error_of

Fields = Mapping[str, str]
Sections = Mapping[str, Fields]

ACCEPTED = "  accepted, and must not be"
GOES_ON = "=== it goes on"
STOPPED = "  refused, and must not be"

VIEWERS = (0, 1, 2, 3, None)

# --- what differs -------------------------------------------------------------------------


def changes(before: Sections, now: Sections) -> Iterator[str]:
    """Yield the lines that say in what some sections differ from those before."""
    same: list[str] = []
    changed: dict[str, list[str]] = {}
    for name, fields in now.items():
        earlier = before.get(name, {})
        texts = [text for key, text in fields.items() if earlier.get(key) != text]
        texts += [f"-{key}" for key in earlier if key not in fields]
        where = changed.setdefault(" ".join(texts), []) if texts else same
        where.append(name)
    for text, names in changed.items():
        yield f"{', '.join(names)}: {text}"
    gone = [name for name in before if name not in now]
    if gone:
        yield f"gone: {', '.join(gone)}"
    if same:
        yield f"as before: {', '.join(same)}"


def fields_of(line: str) -> dict[str, str]:
    """Return the fields of a canonical line by their names."""
    return {field.partition("=")[0]: field for field in line.split(" ")}


# --- a deal at one moment -----------------------------------------------------------------


def sections_of(state: GameState) -> dict[str, Fields]:
    """Return everything that can be observed of a deal at one moment."""
    sections = deal_sections(state)
    for seat in range(4):
        sections[f"legal {seat}"] = {"": listed(legal_actions(state, seat))}
    for seat in range(4):
        sections[f"refused {seat}"] = {"": by_code(refusals(state, seat))}
    for viewer in VIEWERS:
        legal = () if viewer is None else legal_actions(state, viewer)
        sections[f"view {name_of(viewer)}"] = view_fields(view(state, viewer), legal)
    return sections


def deal_sections(state: GameState) -> dict[str, Fields]:
    """Return the line of a state, and what is not in it."""
    return {"state": fields_of(format_state(state)), "is": _facts(state)}


def name_of(viewer: int | None) -> str:
    """Return a seat, or the sign of a spectator."""
    return "-" if viewer is None else f"{viewer}"


def _facts(state: GameState) -> dict[str, str]:
    facts = {
        "": f"{state!r}",
        "actors": f"actors={','.join(map(str, actors(state))) or 'none'}",
        "kongs": f"kongs={state.kongs}",
        "reserve": f"reserve={state.reserve}",
        "taker": f"first_taker={state.setup.first_taker}",
        "result": f"result={state.result}",
    }
    for seat, player in enumerate(state.players):
        if player.ting is not None:
            facts[f"waits{seat}"] = f"waits{seat}={format_tiles(player.waits)}"
    return facts


def listed(actions: Iterable[object]) -> str:
    """Return actions in their order, without their seat; neighbours of one verb together."""
    texts: list[str] = []
    last = ""
    for action in actions:
        _, _, text = str(action).partition(" ")
        verb, _, what = text.partition(" ")
        if verb == last:
            texts[-1] += f", {what}"
        else:
            texts.append(text)
        last = verb if what else ""
    return "; ".join(texts) or "nothing"


def view_fields(seen: SeatView, legal: Sequence[Action]) -> dict[str, str]:
    """Return everything that a view has.

    Args:
        seen: the view.
        legal: what its seat may do by the state.
    """
    fields = fields_of(format_view(seen))
    fields["kongs"] = f"kongs={seen.kongs}"
    fields["reserve"] = f"reserve={seen.reserve}"
    fields["drawable"] = f"drawable={seen.drawable}"
    for suit, start, end in (("m", 0, 9), ("p", 9, 18), ("s", 18, 27), ("z", 27, 34)):
        counts = "".join(map(str, seen.unseen[start:end]))
        fields[f"unseen-{suit}"] = f"unseen-{suit}={counts}"
    if seen.viewer is not None and seen.players[seen.viewer].ting is not None:
        fields["waits"] = f"waits={format_tiles(seen.own_player().waits)}"
    if seen.legal_actions != legal:
        fields["legal"] = f"legal={listed(seen.legal_actions)}"
    return fields


# --- refusals nearby ----------------------------------------------------------------------


def nearby(state: GameState, seat: int) -> list[Action]:
    """Return a fixed small choice of actions of a seat, legal or nearly so."""
    tile = _tile_of(state)
    player = state.players[seat]
    standing = player.standing[0] if player.standing else tile
    pungs = [meld.tile for meld in player.melds if meld.kind is MeldKind.PUNG]
    ready = [each.tile for each in legal_actions(state, seat) if isinstance(each, DeclareTing)]
    actions: list[Action] = [Discard(seat, tile), Discard(seat, standing)]
    for key in (ready or [standing])[:1]:
        actions += [DeclareTing(seat, key, face_up=True), DeclareTing(seat, key, on_wall=True)]
    actions += [DeclareTing(seat, standing), DeclareTing(seat, tile)]
    actions += [Pung(seat, tile, number) for number in range(3)]
    actions += [Kong(seat, tile, kind) for kind in KongKind]
    actions += [Kong(seat, pung, KongKind.ADDED) for pung in pungs[:1]]
    return [*dict.fromkeys(actions), Win(seat), Pass(seat)]


def _tile_of(state: GameState) -> Tile:
    """Return the tile that a moment is about."""
    stage = state.stage
    if isinstance(stage, AwaitingTurn):
        melds = state.players[stage.seat].melds
        return melds[-1].tile if stage.drawn is None else stage.drawn
    if isinstance(stage, AwaitingClaims):
        return stage.tile
    return stage.result.tile if isinstance(stage.result, WonDeal) else Tile.M1


def refusals(state: GameState, seat: int) -> list[tuple[Action, Refusal]]:
    """Return the actions nearby that are refused, and why."""
    found = []
    for action in nearby(state, seat):
        refusal = why_illegal(state, action)
        if refusal is not None:
            found.append((action, refusal))
    return found


def by_code(refused: Iterable[tuple[object, Refusal]]) -> str:
    """Return what is refused, by its code."""
    codes: dict[Refusal, list[object]] = {}
    for action, refusal in refused:
        codes.setdefault(refusal, []).append(action)
    return " | ".join(f"{code.name} {listed(actions)}" for code, actions in codes.items())


def said(error: LisiError | None) -> Iterator[str]:
    """Yield what an error says, in the languages that it has; `ACCEPTED` for none."""
    if error is None:
        yield ACCEPTED
    elif isinstance(error, IllegalAction):
        yield f"  {error.refusal.name} ({error.refusal.rule})"
        yield f"    {error.message}"
        yield f"    {error.message_zh}"
    else:
        yield f"  {type(error).__name__}: {error}"


# --- steps --------------------------------------------------------------------------------


def tried_lines(tried: Try | Call, where: GameState | TableState) -> Iterator[str]:
    """Yield what was tried, and what the error says."""
    if isinstance(tried, Call):
        yield f"called {tried.text}"
    else:
        by = "" if tried.by is None else f" by {tried.by!r}"
        yield f"tried {shown(tried.what)}{by}"
    yield from said(error_of(tried, where))


def shown(what: object) -> str:
    """Return the text of an action if it says the action, else a `repr`."""
    if isinstance(what, StartDeal) and type(what.shuffle) is Shuffle:
        return f"{what}"
    try:
        read = parse_table_action(f"{what}")
    except NotationError:
        return f"{what!r}"
    told = read.action if isinstance(read, Play) and not isinstance(what, Play) else read
    return f"{what}" if told == what else f"{what!r}"


def told_lines(events: Sequence[object], told: Mapping[str, Sequence[object]]) -> Iterator[str]:
    """Yield the events by number, and what each viewer is told of them.

    Args:
        events: as they are.
        told: by viewer, as they are told.
    """
    for number, event in enumerate(events, start=1):
        yield f"{number}. {event!r}"
    viewers: dict[str, list[str]] = {}
    for viewer, seen in told.items():
        viewers.setdefault(_numbered(events, seen), []).append(viewer)
    for text, names in viewers.items():
        yield f"told {' '.join(names)}: {text}"


def _numbered(events: Sequence[object], seen: Sequence[object]) -> str:
    texts, place = [], 0
    for each in seen:
        found = next((at for at in range(place, len(events)) if events[at] == each), None)
        texts.append(f"{each!r}" if found is None else f"{found + 1}")
        place = place if found is None else found + 1
    return ", ".join(texts) or "nothing"


def step_lines(ply: Ply) -> Iterator[str]:
    """Yield what is done at a ply, what happens, and what each seat is told."""
    action, taken = ply.action, ply.step
    assert action is not None
    yield f">>> {action} ({describe(action)}; {describe(action, chinese=True)})"
    if taken is None:
        yield STOPPED
        yield from said(error_of(Try(action), ply.state))
        return
    told = {name_of(viewer): _told(taken, viewer) for viewer in VIEWERS}
    yield from told_lines(taken.events, told)


def _told(taken: Step, viewer: int | None) -> list[object]:
    """Return what a viewer is told; the open hands of an end are those of its view."""
    return [as_opened(event, taken.state, viewer) for event in seen_events(taken, viewer)]


class Opened:
    """Stands for a `SawEnd` with the result and the seats of the view."""

    def __repr__(self) -> str:
        return "SawEnd as in the view"


def as_opened(event: object, state: GameState | None, viewer: int | None) -> object:
    """Return what a viewer is told; an `Opened` when that is what its view of the deal says."""
    if isinstance(event, SawEnd) and state is not None and event.result == state.result:
        return Opened() if event.players == view(state, viewer).players else event
    return event


# --- the end ------------------------------------------------------------------------------


def end_lines(state: GameState, scores: Iterable[ScoreTable]) -> Iterator[str]:
    """Yield how a deal ended, all readings, and the settlement under each score table."""
    result = state.result
    if result is None:
        yield GOES_ON
        return
    yield f"=== {result}, next dealer {next_dealer(state)}"
    yield from reading_lines(result)
    known: dict[Settlement, str] = {}
    named = {"ScoreTable()": ScoreTable(), "ScoreTable.taiyuan()": ScoreTable.taiyuan()}
    for number, score in enumerate(scores, start=1):
        yield f"score table {number}: {score}"
        named[f"score table {number}"] = score
    for name, score in named.items():
        for after, times in (("", 1), (" after a drawn deal", score.drawn_deal_multiplier)):
            settlement = settle(result, state, score, times)
            yield from _settled(f"{name}{after}", settlement, known)


def _settled(name: str, settlement: Settlement, known: dict[Settlement, str]) -> Iterator[str]:
    if settlement in known:
        yield f"settled by {name}: as by {known[settlement]}"
        return
    known[settlement] = name
    yield f"settled by {name}: {settlement}, read as {settlement.reading}"
    yield from payment_lines(settlement)


def reading_lines(result: object) -> Iterator[str]:
    """Yield every reading of a win."""
    for number, reading in enumerate(
        result.readings if isinstance(result, WonDeal) else (), start=1
    ):
        tags = ", ".join(f"{tag.en} {tag.zh}" for tag in Tag if tag in reading.tags)
        groups = " ".join(format_tiles(group) for group in (reading.pair, *reading.sets))
        yield (
            f"reading {number}: {groups}, completing {format_tiles(reading.completes)}; "
            f"{tags or 'no tag'}; {reading.triplets} triplets; {reading.points} points"
        )


def payment_lines(settlement: Settlement) -> Iterator[str]:
    """Yield every payment, in both languages."""
    for payment in settlement.payments:
        yield f"  {payment.en}"
        yield f"  {payment.zh}"


# --- the whole ----------------------------------------------------------------------------


def deal_lines(name: str, played: DealPlay) -> Iterator[str]:
    """Yield the lines of a playthrough of a deal."""
    yield name
    yield played.shows
    before: Sections = {}
    met: set[Refusal] = set()
    state = None
    for ply in deal_plies(played):
        state = ply.state
        now = sections_of(ply.state)
        yield ""
        yield f"=== ply {ply.state.ply}"
        yield from changes(before, now)
        before = now
        yield from first_said(ply.state, met)
        for tried in ply.tried:
            yield from tried_lines(tried, ply.state)
        if ply.action is not None:
            yield from step_lines(ply)
    assert state is not None
    yield ""
    yield from end_lines(state, played.scores)


def first_said(state: GameState, met: set[Refusal]) -> Iterator[str]:
    """Yield what the refusals nearby say that have not been met before, and note them."""
    for seat in range(4):
        for action, refusal in refusals(state, seat):
            if refusal not in met:
                met.add(refusal)
                yield from said(error_of(Try(action), state))
