"""``python -m lisi_mahjong``."""

import sys

from lisi_mahjong.cli import main

if __name__ == "__main__":
    sys.exit(main())
