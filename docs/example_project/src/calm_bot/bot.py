"""The bot: it pungs no suits, makes no kongs, waits for much and discards what is safe."""

from collections import Counter

from lisi_mahjong import (
    Action,
    DeclareTing,
    Discard,
    GameState,
    Kong,
    Pung,
    SeatView,
    Tile,
    Win,
    view,
    waits,
)


def decide(state: GameState, seat: int) -> Action:
    """Return what the bot does, as `lisi_mahjong.simulation` asks for it."""
    return choose(view(state, seat))


def choose(seen: SeatView) -> Action:
    """Return what the bot does when it sees this; it is given nothing else."""
    legal = seen.legal_actions
    if isinstance(legal[0], Win):
        return legal[0]
    tings = [action for action in legal if isinstance(action, DeclareTing)]
    if tings:
        return max(tings, key=lambda ting: _copies_left(seen, ting.tile))
    for action in legal:
        if isinstance(action, Pung) and action.tile.suit is None:
            return action
    discards = [action for action in legal if isinstance(action, Discard)]
    if discards:
        held = Counter(seen.own_player().concealed)
        # Keep pairs and neighbours; of the rest, the kind of which most has been seen goes first.
        return min(discards, key=lambda discard: (_use(held, discard.tile), _unseen(seen, discard)))
    return next(action for action in reversed(legal) if not isinstance(action, Kong | Pung))


def _copies_left(seen: SeatView, tile: Tile) -> int:
    """Return how many tiles the hand would wait for after discarding a standing tile."""
    player = seen.own_player()
    hand = list(player.concealed)
    hand.remove(tile)
    kinds = waits(hand, player.melds, rules=seen.rules)
    return sum(seen.unseen[kind] for kind in kinds)


def _use(held: Counter[Tile], tile: Tile) -> int:
    if tile.suit is None:
        return 10 * (held[tile] - 1)
    near = [tile + distance for distance in (-2, -1, 1, 2) if 0 <= tile + distance < len(Tile)]
    friends = [Tile(kind) for kind in near if Tile(kind).suit == tile.suit]
    return 10 * (held[tile] - 1) + sum(held[friend] > 0 for friend in friends)


def _unseen(seen: SeatView, discard: Discard) -> int:
    return seen.unseen[discard.tile]
