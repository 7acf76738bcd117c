"""The conformance kit: strategies, stacked walls, players, invariants and checks for tests.

For the tests of whoever builds on the library, and of the library itself. It needs Hypothesis,
which the extra ``testing`` brings; nothing else of the library needs it, or imports this package.
`docs/testing.md` shows how it is used.
"""

from importlib import import_module

try:
    import_module("hypothesis")
except ImportError as error:
    message = (
        "lisi_mahjong.testing needs Hypothesis, which the extra 'testing' installs: "
        "python -m pip install 'PATH/TO/lisi_mahjong[testing]', the path being that of a clone"
    )
    raise ImportError(message, name="hypothesis") from error

from lisi_mahjong.chance import Chance
from lisi_mahjong.testing.checks import check_deal, check_table
from lisi_mahjong.testing.hiding import hidden_tiles, secret_kinds, told_kinds
from lisi_mahjong.testing.invariants import (
    STATE_INVARIANTS,
    assert_actors_can_act,
    assert_four_of_each,
    assert_hands_full,
    assert_no_problem,
    assert_refusals_agree,
    assert_reserve_kept,
    assert_settlement_sums_to_zero,
    assert_standing_tiles_kept,
    assert_state,
    assert_step_agrees,
    assert_tells_nothing_hidden,
    assert_text_reads_back,
    assert_twins_look_alike,
    assert_views_count,
    assert_views_hide,
)
from lisi_mahjong.testing.player_checks import PLAYED_RULES, check_player
from lisi_mahjong.testing.players import (
    UniformPlayer,
    ViewPlayer,
    WaveringPlayer,
    WishingPlayer,
    tidy,
)
from lisi_mahjong.testing.playing import (
    deals,
    decisions,
    illegal_decisions,
    records,
    simple_players,
    stacked_deals,
    states,
)
from lisi_mahjong.testing.situations import SITUATIONS, Situation
from lisi_mahjong.testing.stacking import Stacked, stack
from lisi_mahjong.testing.strategies import (
    hands,
    melds,
    rule_sets,
    score_tables,
    seats,
    shuffles,
    smallest,
    tiles,
    waiting_hands,
    walls,
    winning_hands,
    won_hands,
)
from lisi_mahjong.testing.table_invariants import (
    TABLE_INVARIANTS,
    assert_ledger_sums_to_zero,
    assert_no_table_problem,
    assert_settlements_sum_to_zero,
    assert_table,
    assert_table_actions_agree,
    assert_table_step_agrees,
    assert_table_text_reads_back,
    assert_table_views_agree,
)
from lisi_mahjong.testing.table_strategies import names, sittings, tables
from lisi_mahjong.testing.trying import every_action, plausible_actions
from lisi_mahjong.testing.twins import twin
from lisi_mahjong.testing.wishes import WishError

__all__ = [
    "PLAYED_RULES",
    "SITUATIONS",
    "STATE_INVARIANTS",
    "TABLE_INVARIANTS",
    "Chance",
    "Situation",
    "Stacked",
    "UniformPlayer",
    "ViewPlayer",
    "WaveringPlayer",
    "WishError",
    "WishingPlayer",
    "assert_actors_can_act",
    "assert_four_of_each",
    "assert_hands_full",
    "assert_ledger_sums_to_zero",
    "assert_no_problem",
    "assert_no_table_problem",
    "assert_refusals_agree",
    "assert_reserve_kept",
    "assert_settlement_sums_to_zero",
    "assert_settlements_sum_to_zero",
    "assert_standing_tiles_kept",
    "assert_state",
    "assert_step_agrees",
    "assert_table",
    "assert_table_actions_agree",
    "assert_table_step_agrees",
    "assert_table_text_reads_back",
    "assert_table_views_agree",
    "assert_tells_nothing_hidden",
    "assert_text_reads_back",
    "assert_twins_look_alike",
    "assert_views_count",
    "assert_views_hide",
    "check_deal",
    "check_player",
    "check_table",
    "deals",
    "decisions",
    "every_action",
    "hands",
    "hidden_tiles",
    "illegal_decisions",
    "melds",
    "names",
    "plausible_actions",
    "records",
    "rule_sets",
    "score_tables",
    "seats",
    "secret_kinds",
    "shuffles",
    "simple_players",
    "sittings",
    "smallest",
    "stack",
    "stacked_deals",
    "states",
    "tables",
    "tidy",
    "tiles",
    "told_kinds",
    "twin",
    "waiting_hands",
    "walls",
    "winning_hands",
    "won_hands",
]
