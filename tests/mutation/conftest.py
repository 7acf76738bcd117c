"""Nothing here is a test: these commands need cosmic-ray, which the tests do without."""

from __future__ import annotations

collect_ignore_glob = ["*.py"]
