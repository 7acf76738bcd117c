"""Some of the deals that ``python tests/round_trips.py`` runs through, in every run."""

from __future__ import annotations

import pytest

from round_trips import round_trip


@pytest.mark.case(131, 134)
@pytest.mark.parametrize("number", range(7000, 7020))
def test_a_deal_survives_as_lines_and_as_a_record_and_goes_on_from_its_middle(number: int) -> None:
    counts = round_trip(number)
    assert counts["states"] > 5
    assert counts["views"] >= 5
