"""A little server: it deals, sends each seat what it may know, and keeps a record."""

from typing import Any

from lisi_mahjong import (
    GameState,
    RecordWriter,
    RuleSet,
    Shuffle,
    actors,
    deal,
    parse_action,
    view,
)


class Server:
    """A deal, and four clients that are sent JSON and send texts of actions back."""

    def __init__(self, seed: str, rules: RuleSet) -> None:
        shuffle = Shuffle.from_seed(seed)
        self.lines: list[str] = []
        start = deal(shuffle, dealer=shuffle.dealer_draw, rules=rules)
        self._writer = RecordWriter(self.lines.append, start, seed=seed)

    @property
    def state(self) -> GameState:
        """The deal; it stays on the server."""
        return self._writer.state

    def message(self, seat: int) -> dict[str, Any]:
        """Return what a seat is sent."""
        seen = view(self.state, seat)
        return {"asked": seat in actors(self.state), "view": seen.as_json()}

    def receive(self, seat: int, text: str) -> None:
        """Take what a seat sends."""
        action = parse_action(text)
        if action.seat == seat:  # the engine cannot know who sent it
            self._writer.play(action)
