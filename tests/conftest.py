"""Settings of Hypothesis: repeatable by default, a longer search on demand.

``HYPOTHESIS_PROFILE=search`` tries other examples each time, and more of them.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
