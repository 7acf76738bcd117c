"""What the library says is the same in every process and on every Python; see `mixed_bag`."""

from __future__ import annotations

from pathlib import Path

import pytest

import mixed_bag
from mixed_bag import BAG, RENEW, STORED, contents, differing, digest, main
from runs import TESTS, run_python

SEEDS = {"0": ("-X", "dev", "-bb", "-W", "error"), "12345": ()}
"""Two hash seeds, and how Python is run under them: strictly, and as it comes."""


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_is_the_same_under_any_hash_seed_and_on_every_python(seed: str) -> None:
    ran = run_python(*SEEDS[seed], str(TESTS / "mixed_bag.py"), PYTHONHASHSEED=seed)
    assert (ran.stderr, ran.returncode) == ("", 0)
    changed = differing(STORED.read_text(encoding="ascii"), ran.stdout)
    if changed:
        pytest.fail(
            f"what is said is not what it was: {', '.join(changed)}\n"
            "If the other seed passes, an order or a hash is in some text.\n"
            f"If a text is meant to have changed: {RENEW}",
            pytrace=False,
        )


def test_the_bag_is_mixed_and_full() -> None:
    counts = {name: int(line.split()[0]) for name, line in stored().items()}
    assert counts.keys() == BAG.keys()
    assert BAG.keys() >= {"states", "views", "events", "reprs", "records", "settlements"}
    assert BAG.keys() >= {"tables", "errors"}
    assert min(counts.values()) >= 10
    assert sum(counts.values()) > 15000


def stored() -> dict[str, str]:
    lines = STORED.read_text(encoding="ascii").splitlines()
    return dict(line.split(" ", 1) for line in lines)


def test_every_bad_call_in_the_bag_is_refused() -> None:
    told = {line.partition(":")[0] for line in mixed_bag.errors()}
    assert mixed_bag.BAD_CALLS.keys() <= told


# --- the comparison can say no ------------------------------------------------------------


def test_an_order_that_hangs_on_the_hash_seed_is_noticed() -> None:
    """Of eight texts in a set; it is what a forgotten `sorted` would let through."""
    script = "from mixed_bag import digest; print(digest([str(set('abcdefgh'))]))"
    found = {run_python("-c", script, PYTHONHASHSEED=seed).stdout for seed in SEEDS}
    assert len(found) == 2
    assert {line.split()[0] for line in found} == {"1"}


def test_what_differs_is_named() -> None:
    stored = "states 2 ab\nviews 1 cd\n"
    assert differing(stored, stored) == []
    assert differing(stored, "states 2 ab\nviews 1 ce\n") == ["views"]
    assert differing(stored, "states 3 ab\nviews 1 cd\n") == ["states"]
    assert differing(stored, "states 2 ab\nwords 1 cd\n") == ["views", "words"]
    assert differing(stored, "") == ["states", "views"]


def test_a_digest_hangs_on_every_text_and_on_their_order() -> None:
    found = [digest(texts) for texts in (["a", "b"], ["b", "a"], ["ab"], ["a"], ["a", "b", ""])]
    assert len(set(found)) == len(found)
    assert [line.split()[0] for line in found] == ["2", "2", "1", "1", "3"]
    assert digest(["a", "b"]) == found[0]


def test_the_command_renews_what_is_stored_and_else_prints_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mixed_bag, "STORED", tmp_path / "bag.txt")
    monkeypatch.setattr(mixed_bag, "BAG", {name: BAG[name] for name in ("shuffles", "hands")})
    assert main(["--write"]) == 0
    written = (tmp_path / "bag.txt").read_text(encoding="ascii")
    assert [line.split()[0] for line in written.splitlines()] == ["shuffles", "hands"]
    assert written == contents()
    assert main([]) == 0
    assert capsys.readouterr().out == written
