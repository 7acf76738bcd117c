"""The server tells no secrets, and what it writes down is a true record."""

import pytest
from calm_bot import Server, choose

from lisi_mahjong import IllegalAction, RuleSet, actors, parse_record, view
from lisi_mahjong.testing import assert_tells_nothing_hidden, check_deal


def test_a_deal_is_served_from_the_first_tile_to_the_last() -> None:
    server = Server("a seed", RuleSet.taiyuan())
    while asked := actors(server.state):
        for seat in range(4):
            assert_tells_nothing_hidden(server.message(seat), server.state, seat)
        seat = asked[0]
        server.receive(seat, str(choose(view(server.state, seat))))
    record = parse_record("".join(server.lines))
    assert record.finished
    assert check_deal(record) == len(record.decisions) + 1


def test_nobody_acts_for_another() -> None:
    server = Server("a seed", RuleSet())
    (seat,) = actors(server.state)
    before = server.state
    server.receive((seat + 1) % 4, str(choose(view(before, seat))))
    assert server.state == before


def test_what_is_refused_changes_nothing() -> None:
    server = Server("a seed", RuleSet())
    (seat,) = actors(server.state)
    before = server.state
    with pytest.raises(IllegalAction):
        server.receive(seat, f"{seat} pass")
    assert server.state == before
