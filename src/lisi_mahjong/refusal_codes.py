"""`Refusal`: the codes by which the rules refuse an action.

Each has the number of its rule and its words, in English and in Chinese.
"""

from __future__ import annotations

from enum import Enum, unique


@unique
class Refusal(Enum):
    """Why an action is refused: one code for each reason, with its rule and its words.

    Attributes:
        rule: the number of the rule in `docs/rules.md`, such as ``"STAND-3"``.
        en: the reason in English, a clause without a full stop.
        zh: the reason in Chinese.

    Example:
        >>> Refusal.STANDING_TILE.rule
        'STAND-1'
        >>> Refusal.STANDING_TILE.en
        'a standing tile is discarded only to declare ting'
    """

    NOT_AN_ACTION = (
        "TURN-5",
        "that is not one of the six actions, or one of its fields has the wrong type",
        "这不是六种动作之一，或某个字段类型不对",
    )
    NO_SUCH_SEAT = ("TABLE-1", "the seats are the integers 0 to 3", "座位只有0到3")
    NO_SUCH_TILE = ("WALL-1", "the tile must be one of the 34 kinds of Tile", "牌必须是34种牌之一")
    DEAL_ENDED = ("TURN-6", "the deal has ended", "本局已经结束")
    NOT_YOUR_TURN = ("TURN-1", "it is not this seat's turn", "还没轮到你")
    NOTHING_TO_CLAIM = ("TURN-2", "there is no discard to take", "没有可以要的牌")
    NOTHING_TO_ANSWER = (
        "CLAIM-6",
        "this seat has nothing to answer, so there is nothing to pass",
        "没有需要你表态的牌，不必过",
    )
    ALREADY_ANSWERED = (
        "TURN-7",
        "this seat has answered this tile, and an answer stands",
        "你已表态，不能更改",
    )
    CANNOT_PASS_TURN = (
        "TURN-3",
        "a turn ends with a discard and cannot be passed",
        "轮到自己必须出牌，不能过",
    )
    TILE_NOT_HELD = ("TURN-3", "this seat does not hold that tile", "手里没有这张牌")
    STANDING_TILE = (
        "STAND-1",
        "a standing tile is discarded only to declare ting",
        "立牌只有报听时才能打出",
    )
    TING_HAND_CLOSED = (
        "TING-5",
        "in ting only the tile just drawn may be discarded",
        "听牌后只能打出刚摸的牌",
    )
    ALREADY_IN_TING = ("TING-5", "this seat is in ting already", "已经报听")
    TING_NOT_STANDING = (
        "TING-1",
        "ting is declared with a standing tile and this one is loose",
        "报听必须打出立牌，这张不是立牌",
    )
    TING_NOT_READY = (
        "TING-1",
        "without that tile the hand waits for nothing",
        "打出这张后没有听口",
    )
    TING_ALL_RUNS = (
        "WIN-5",
        "what could complete the hand makes four runs, which do not win",
        "听口胡出来全是顺子，不能胡",
    )
    TING_FIFTH_COPY = (
        "WIN-6",
        "the hand would wait only for a tile of which it holds all four",
        "所听的牌自己已有四张",
    )
    OPEN_TING_OFF = (
        "TING-3",
        "the ting tile lies face down: the option open_ting is off",
        "报听的牌必须扣下：未开明听（open_ting）",
    )
    TING_ON_WALL_OFF = (
        "TING-4",
        "the ting tile lies among the discards: the option ting_on_wall is off",
        "报听的牌不上架：未开上架（ting_on_wall）",
    )
    TING_TILE_CLOSED = (
        "TING-2",
        "nobody can take the tile of a ting declaration",
        "报听打出的牌谁也不能要",
    )
    OWN_DISCARD = ("CLAIM-1", "nobody takes a discard of their own", "不能要自己打出的牌")
    NOT_THE_DISCARD = (
        "CLAIM-1",
        "that is not the tile on offer",
        "要的不是刚打出的那张牌",
    )
    PUNG_NEEDS_TWO = (
        "CLAIM-1",
        "a pung needs two held tiles of the kind",
        "手里不足两张，不能碰",
    )
    PUNG_CHOICE = (
        "STAND-5",
        "the hand cannot give the pung that number of standing and loose tiles",
        "手里的立牌或散牌不够这样碰",
    )
    NO_STANDING_LEFT = (
        "STAND-3",
        "a pung or kong must leave at least one standing tile",
        "碰杠后至少要留一张立牌",
    )
    NO_WAY_ON = (
        "STAND-6",
        "after this pung there would be no legal discard",
        "碰后将无牌可打",
    )
    PUNG_LOCKED = (
        "CLAIM-3",
        "this seat passed a pung of this kind and has drawn no tile since",
        "刚才过碰，自己摸牌前不能再碰这张",
    )
    TING_TAKES_NO_SET = (
        "CLAIM-5",
        "a seat in ting makes no pung and no kong of a discard",
        "听牌后不能碰杠",
    )
    KONG_NEEDS_THREE = (
        "KONG-1",
        "a melded kong needs three held tiles and a discard",
        "手里不足三张，不能明杠",
    )
    KONG_NEEDS_PUNG = (
        "KONG-2",
        "an added kong needs a pung of that kind",
        "没有碰过这张牌，不能补杠",
    )
    KONG_NEEDS_FOURTH = (
        "KONG-2",
        "an added kong needs the fourth tile in hand",
        "手里没有第四张，不能补杠",
    )
    KONG_NEEDS_FOUR = (
        "KONG-3",
        "a concealed kong needs all four tiles in hand",
        "手里不足四张，不能暗杠",
    )
    KONG_ONLY_AFTER_DRAW = (
        "KONG-5",
        "an added or concealed kong is made only on one's own turn after a draw",
        "补杠、暗杠只能在自己摸牌之后",
    )
    KONG_IN_TING = ("KONG-6", "no kong after ting", "听牌后不能杠")
    KONG_BREAKS_RESERVE = (
        "WALL-7",
        "after the replacement the wall would hold less than its reserve",
        "补牌后剩牌不足留墩，不能杠",
    )
    KONG_TILE_ONLY_WON = (
        "KONG-7",
        "the tile of an added kong can only be won on",
        "补杠的牌只能抢杠胡，不能碰杠",
    )
    WIN_NOT_IN_TING = ("WIN-1", "only a seat in ting wins", "没有报听不能胡")
    WIN_IS_FORCED = (
        "WIN-2",
        "with forced_win on a win is made for the player, so there is none to choose",
        "系统自动胡牌（forced_win），无需也不能自选",
    )
    WIN_BARRED = (
        "WIN-3",
        "this seat let a winning discard go and wins no more in this deal",
        "放过胡牌后本局不能再胡",
    )
    NOT_A_WIN = ("WIN-5", "the tile does not complete the hand", "这张牌胡不了")

    # At a table, beside those of the deal.
    NOT_A_TABLE_ACTION = (
        "TABLE-6",
        "that is not one of the six actions at a table, or one of its fields has the wrong type",
        "这不是桌上的六种动作之一，或某个字段类型不对",
    )
    BAD_NAME = (
        "TABLE-5",
        "a name is a text of 1 to 100 characters, none of them a control character",
        "名字须为1到100个字，不含控制字符",
    )
    SEAT_TAKEN = ("TABLE-4", "somebody sits there already", "这个座位已有人")
    ALREADY_SEATED = ("TABLE-4", "this person has a seat already", "一人只能坐一个座位")
    SEAT_EMPTY = ("TABLE-4", "nobody sits there", "这个座位没有人")
    NOT_YOUR_SEAT = ("TABLE-4", "nobody acts for another", "不能替别人行动")
    TABLE_STARTS = (
        "TABLE-4",
        "a deal is started by the table and not by a player",
        "由牌桌开局，玩家不能开局",
    )
    ALREADY_READY = ("TABLE-2", "this seat is ready already", "已经准备")
    NOT_READY = ("TABLE-2", "this seat is not ready", "还没有准备")
    DEAL_IN_PROGRESS = ("TABLE-6", "a deal is being played", "本局还没有结束")
    NOT_ALL_READY = ("TABLE-1", "all four must be ready", "四家都准备好才能开局")
    NO_DEAL = ("TABLE-1", "no deal has begun", "还没有开局")

    def __init__(self, rule: str, en: str, zh: str) -> None:
        self.rule = rule
        self.en = en
        self.zh = zh

    def __repr__(self) -> str:
        return f"Refusal.{self.name}"
