"""`Problem`: the codes for what is wrong with a wall, a position or a table.

Each has the number of its rule and its words, in English and in Chinese.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, unique
from typing import Final


@unique
class Problem(Enum):
    """What is wrong with a wall, a shuffle, a position or a table: one code for each thing.

    Attributes:
        rule: the number of the rule that it breaks.
        en: what is wrong, in English.
        zh: what is wrong, in Chinese.

    Example:
        >>> Problem.WALL_SIZE.rule
        'WALL-1'
    """

    NOT_A_STATE = ("TURN-5", "a GameState is expected", "需要一个 GameState")
    NOT_A_STEP = (
        "TURN-5",
        "what step or step_table returned is expected",
        "需要 step 或 step_table 的结果",
    )
    NOT_A_VIEW = ("TURN-5", "a view is expected", "需要一个视角")
    NOT_AN_EVENT = ("TURN-5", "events for a seat are expected", "需要座位可见的事件")
    NOT_A_TABLE = ("TABLE-6", "a TableState is expected", "需要一个 TableState")
    NOT_THE_RESULT = (
        "SCORE-9",
        "a settlement takes the result of a deal that has ended",
        "只能按已结束的一局的结果结算",
    )

    # What `table_problems` finds at a table; the order is that of its checks.
    PERSON_NAME = (
        "TABLE-5",
        "a name is a text of 1 to 100 characters, none of them a control character",
        "名字须为1到100个字，不含控制字符",
    )
    ONE_SEAT = ("TABLE-4", "one person has one seat", "一人只能坐一个座位")
    FOUR_SEATED = (
        "TABLE-1",
        "four people sit while a deal is played and until the next one",
        "开局后至下一局须四人在座",
    )
    READY_IN_DEAL = ("TABLE-6", "nobody is ready while a deal is played", "对局中没有准备")
    READY_EMPTY = (
        "TABLE-4",
        "only a seat at which somebody sits is ready",
        "没有人的座位不能准备",
    )
    DEALER_KNOWN = (
        "DEALER-1",
        "a game has a dealer exactly when it has had a deal",
        "一场开过局才有庄家，开过局必有庄家",
    )
    RULES_OF_DEAL = ("RULES-1", "a deal is played by the rules of its table", "一局须按本桌规则打")
    DEALER_OF_DEAL = (
        "DEALER-1",
        "the dealer of the table deals the deal that is played",
        "正在打的一局须由本桌庄家坐庄",
    )
    FIRST_DEALER = (
        "DEALER-1",
        "the first deal of a game is dealt by the seat that its shuffle draws",
        "一场的首局须由定庄结果坐庄",
    )
    LAST_SUMMARY = (
        "SCORE-9",
        "the history ends with the deal that has ended, settled by its own result",
        "历史的最后一项须是已结束的一局及其结算",
    )
    GAME_NUMBER = (
        "TABLE-3",
        "games are numbered from 1 on, and a new one begins after a deal of the one before",
        "各场从1起编号，上一场开过局才有新的一场",
    )
    VOID_ENDS_GAME = (
        "TABLE-3",
        "a void deal is the last of its game",
        "作废的一局是该场的最后一局",
    )
    SAME_PEOPLE = (
        "TABLE-3",
        "the same four people play all deals of a game",
        "同一场的各局须是同样四人",
    )
    DEALER_AFTER_WIN = (
        "DEALER-2",
        "a dealer who has won deals again, and after another's win the next seat deals",
        "庄家胡牌连庄，别家胡牌由下家坐庄",
    )
    DEALER_AFTER_DRAW = (
        "DEALER-3",
        "after a drawn deal the dealer deals again, or the next seat if there was a kong",
        "荒庄无杠连庄，有杠由下家坐庄",
    )
    MULTIPLIER = (
        "SCORE-6",
        "only the next deal of a game after a drawn one is multiplied, as the score table says",
        "只有荒庄后的下一局按计分表加倍",
    )
    DRAWN_PAID = ("SCORE-6", "nobody pays for a drawn deal", "荒庄不付分")
    VOID_PAID = ("TABLE-3", "nobody pays for a void deal", "作废的一局不付分")
    READING_PAID = (
        "SCORE-9",
        "the reading that is paid is the best one under the score table",
        "按计分表最高的拆法付分",
    )
    POINTS_PAID = (
        "SCORE-1",
        "the points of a settlement are those of its reading, and the dealer's",
        "结算分须是拆法之分，庄家胡另加",
    )
    SELF_DRAW_PAID = (
        "SCORE-2",
        "after a self-draw each of the three others pays the winner",
        "自摸由三家各付胡牌者",
    )
    DISCARD_WIN_PAID = (
        "SCORE-4",
        "after a discard win the discarder pays for all, or if it was in ting each of the three",
        "放铳者未听由其包三家，已听由三家各付",
    )
    KONGS_PAID = (
        "SCORE-5",
        "the winner's kongs are paid by the three others, or by whom the score table says",
        "胡牌者的杠由三家付，或由计分表所定者付",
    )
    LEDGER = (
        "TABLE-7",
        "the ledger is the sums of what settled deals paid, by person as they first played",
        "账须是各局结算之和，按首次打完一局的先后排列",
    )

    NOT_A_SHUFFLE = ("WALL-11", "a Shuffle is expected", "需要一个 Shuffle")
    BAD_SEED = (
        "WALL-11",
        "a seed is an int, a str of Unicode scalar values, or bytes",
        "种子须为整数、字符串或字节串",
    )
    WALL_TILE = ("WALL-1", "every tile of a wall is a Tile", "牌墙里只能放牌")
    WALL_SIZE = ("WALL-1", "a wall has 136 tiles", "牌墙须有136张")
    WALL_COPIES = ("WALL-1", "a wall has four tiles of each kind", "每种牌须恰有四张")
    BAD_DICE = (
        "WALL-3",
        "the dice are two throws of two numbers from 1 to 6",
        "骰子须掷两次，每次两粒，各1到6点",
    )
    KONG_COUNT = ("WALL-6", "kongs are counted from 0 to 16", "杠数须为0到16")
    BAD_DEALER_DRAW = ("DEALER-1", "the dealer draw is a seat, 0 to 3", "定庄结果须为座位0到3")

    # What `problems` finds in a position; the order is that of its checks.
    MALFORMED_FIELD = ("TURN-5", "a field holds what it cannot hold", "某个字段的值不对")
    TILE_COPIES = ("WALL-1", "there are four tiles of each kind", "每种牌只有四张")
    TILE_COUNT = (
        "WALL-1",
        "the tiles on the table and those left in the wall are 136",
        "桌上的牌和余牌合计须为136张",
    )
    DRAWN_TILES = (
        "WALL-1",
        "the tiles on the table are those that were drawn from the wall",
        "桌上的牌须是从牌墙摸来的牌",
    )
    KONGS_MADE = ("WALL-6", "every kong on the table is counted once", "杠数须与桌上的杠相符")
    RESERVE_BROKEN = ("WALL-7", "the wall never holds less than its reserve", "余牌不得少于留墩")
    HAND_SIZE = (
        "TURN-3",
        "a seat holds 13 tiles, each meld counted as three, and one more until it discards",
        "每家须有13张牌（副露按三张计），出牌前多一张",
    )
    STANDING_COUNT = (
        "STAND-1",
        "a seat has at most four standing tiles, and only ting and melds use them up",
        "立牌最多四张，只会因报听或碰杠减少",
    )
    NO_STANDING_TILE = (
        "STAND-3",
        "a seat that is not in ting has at least one standing tile",
        "未报听的座位至少有一张立牌",
    )
    MELD_SOURCE = (
        "CLAIM-1",
        "a pung or a kong has taken a discard of another seat, unless it is concealed",
        "碰和明杠须来自别家打出的牌，暗杠则否",
    )
    TAKEN_DISCARD = (
        "CLAIM-1",
        "a discard that was taken is in a meld of the seat that took it, or was won on",
        "被要走的牌须在要牌者的副露里或被胡",
    )
    TING_TILE = (
        "TING-1",
        "the row of discards shows one ting tile for a declaration, and none without",
        "报听者的牌河里须恰有一张听张，未报听者没有",
    )
    TING_TAKEN = ("TING-2", "nobody has taken a ting tile", "听张谁也不能要")
    TING_FACE_UP = (
        "TING-3",
        "a ting tile lies face up only under the option open_ting",
        "未开明听（open_ting），听张须扣下",
    )
    TING_ON_WALL = (
        "TING-4",
        "a ting tile lies on the wall only under the option ting_on_wall",
        "未开上架（ting_on_wall），听张不上架",
    )
    TING_SINCE = (
        "TING-1",
        "the discards counted at a declaration are some of those that lie there, in one order",
        "报听时记下的打牌数须与牌河相符",
    )
    TING_TOOK = (
        "CLAIM-5",
        "since it declared ting a seat has taken no discard but to win",
        "报听后除胡牌外不能要牌",
    )
    TING_WITHOUT_WAIT = ("TING-1", "a seat in ting waits for something", "报听须有听口")
    DERIVED_SET = (
        "WIN-6",
        "the waits and the meld tiles that are noted are those of the hand",
        "记下的听口和副露牌须与手牌相符",
    )
    LOCK_AFTER_DRAW = ("CLAIM-3", "a draw ends the locks of its seat", "摸牌后过碰即解除")
    LOCK_UNPASSED = (
        "CLAIM-3",
        "a locked kind is one that another seat has discarded and its seat could have punged",
        "过碰的牌须是别家打出、自己能碰而没碰的",
    )
    BAR_BEFORE_TING = (
        "WIN-3",
        "only a seat in ting can have let a winning discard go",
        "未报听者不会放过胡牌",
    )
    BAR_FORCED_WIN = (
        "WIN-2",
        "with forced_win on no seat lets a win go",
        "系统自动胡牌（forced_win），不会放过胡牌",
    )
    BAR_UNEARNED = (
        "WIN-3",
        "a seat that wins no more has let a winning discard go since it declared ting",
        "不能再胡者须在报听后放过胡牌",
    )
    BAR_MISSING = (
        "WIN-3",
        "a seat that has let a winning discard go wins no more",
        "放过胡牌者本局不能再胡",
    )
    DRAWN_NOT_LOOSE = (
        "TURN-3",
        "the tile just drawn is among the loose tiles",
        "刚摸的牌须在散牌里",
    )
    TURN_WITHOUT_DRAW = (
        "TURN-2",
        "a turn follows a draw, or a pung of the last discard",
        "轮到出牌须先摸牌或碰牌",
    )
    TURN_IN_TING = (
        "TING-5",
        "a seat in ting decides on its turn only whether to win, with forced_win off",
        "听牌后轮到自己时只能决定胡不胡",
    )
    NO_ACTION = ("STAND-6", "somebody must decide and can", "须有人能作决定")
    NOBODY_ASKED = (
        "CLAIM-6",
        "a tile is on offer only while somebody can take it",
        "有人能要的牌才会等人要",
    )
    OFFER_NOT_LAST = (
        "CLAIM-1",
        "the tile on offer lies last in its owner's row of discards",
        "待要的牌须是牌河里最后一张",
    )
    NOT_ROBBABLE = (
        "KONG-7",
        "a kong is robbed of its fourth tile only when it is added, under the option robbing_kong",
        "只有开抢杠胡（robbing_kong）时的补杠才能被抢",
    )
    WIN_UNMADE = (
        "WIN-2",
        "with forced_win on the nearest seat that could win has won",
        "系统自动胡牌（forced_win），能胡的最近一家须已胡",
    )
    ASKED_SEATS = (
        "CLAIM-6",
        "the seats asked are those that can win on the tile, pung it or kong it",
        "被问的座位须是能胡、碰、杠的座位",
    )
    BAD_ANSWER = ("CLAIM-6", "a seat answers only what it was asked", "只能回答所问的")
    CLAIMS_SETTLED = (
        "CLAIM-4",
        "the answers given do not yet settle the claims",
        "已有的回答足以定局，不应再等",
    )
    WINNER_NOT_IN_TING = ("WIN-1", "the winner is in ting", "胡牌者须已报听")
    WINNER_BARRED = ("WIN-3", "the winner has let no winning discard go", "放过胡牌者不能再胡")
    WIN_SOURCE = (
        "WIN-1",
        "the winning tile is the last discard of another seat or one's own draw",
        "胡的牌须是别家最后打出的牌或自己摸的牌",
    )
    NO_WIN = ("WIN-5", "the winning tile completes the winner's hand", "胡的牌须能使手牌成胡")
    READINGS = ("TAG-1", "the readings of a win are those of its hand", "拆法须与胡牌手牌相符")
    DRAWN_EARLY = (
        "WALL-7",
        "a deal is drawn only when no tile can be drawn from the head",
        "牌头还能摸牌时不会荒庄",
    )
    SECRET = (
        "VIEW-2",
        "a view tells all that its seat may see, and nothing else",
        "视角须恰好包含该座位可知的事",
    )

    def __init__(self, rule: str, en: str, zh: str) -> None:
        self.rule = rule
        self.en = en
        self.zh = zh

    def __repr__(self) -> str:
        return f"Problem.{self.name}"


Found = Iterator[tuple[Problem, str]]
"""What a check finds: codes, each with a detail in English."""

_SHOWN: Final = 5


def some_of(details: Sequence[str]) -> str:
    """Return several details as one, the first of them in full.

    Args:
        details: one or more.

    Example:
        >>> some_of(["5 of 1m", "5 of 2m"])
        '5 of 1m, 5 of 2m'
        >>> some_of([f"0 of {rank}s" for rank in range(1, 10)])
        '0 of 1s, 0 of 2s, 0 of 3s, 0 of 4s, 0 of 5s and 4 more'
    """
    more = f" and {len(details) - _SHOWN} more" if len(details) > _SHOWN else ""
    return ", ".join(details[:_SHOWN]) + more
