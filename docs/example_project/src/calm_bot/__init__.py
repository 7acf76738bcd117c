"""A calm player of Taiyuan Lisi mahjong, and a little server that deals for it."""

from calm_bot.bot import choose, decide
from calm_bot.server import Server

__all__ = ["Server", "choose", "decide"]
