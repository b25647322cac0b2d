"""A representation may be used if attacks have failed that were tried hard enough, and only then."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.errors import FormatError
from scrubjay.share.publication import Publication
from scrubjay.share.release import FILE, AttackSettings, Limit, objections, released, write_release
from scrubjay.share.verdict import Attempt
from tests.share.test_pool import publication

HARD = AttackSettings(epochs=10, judged=2000)
LIMIT = Limit(0.505, 0.01)
FAILED, BROKEN = Attempt("look-up", 1010, 2000), Attempt("look-up", 1200, 2000)


@pytest.fixture
def published(tmp_path: Path) -> Publication:
    return publication(tmp_path / "representation")


@pytest.mark.parametrize(
    ("attempt", "limit", "settings", "expected", "remark"),
    [
        (FAILED, 0.505, HARD, [], ""),
        (BROKEN, 0.505, HARD, ["broken by look-up"], ""),
        (FAILED, 0.589, HARD, ["an attack could be right in 58.9%"], "luck may hide it from those that are tried"),
        (FAILED, 0.505, replace(HARD, judged=100), ["too little was tried: 100 pairs of 2,000"], ""),
        (FAILED, 0.505, replace(HARD, epochs=1), ["too little was tried: 1 epochs of 10"], ""),
        (FAILED, 0.505, replace(HARD, neighbours=2), ["asked among 2 neighbours, and made for 6"], ""),
        (FAILED, 0.505, replace(HARD, neighbours=8), [], "more than it was made for"),
        (BROKEN, 0.6, replace(HARD, epochs=1), ["broken by", "60.0%", "1 epochs"], "all of them"),
    ],
)
def test_what_speaks_against_its_use(
    attempt: Attempt, limit: float, settings: AttackSettings, expected: list[str], remark: str, published: Publication
) -> None:
    found = objections(published, [attempt], Limit(limit, 0.0), settings)
    assert len(found) == len(expected), remark
    assert all(part in whole for part, whole in zip(expected, found, strict=True)), remark


def test_what_broke_it_is_not_forgotten_until_many_more_pairs_were_asked_for(
    published: Publication, tmp_path: Path
) -> None:
    folder = tmp_path / "representation"
    assert not released(published, folder), "nobody has tried"
    assert write_release(published, [BROKEN], LIMIT, HARD, folder) == ["broken by look-up"]
    written = (folder / FILE).read_bytes()
    [told] = write_release(published, [replace(FAILED, right=4000, total=7999)], LIMIT, HARD, folder)
    assert told == "an earlier attack broke it, with 2,000 pairs; try --trials 8000"
    assert (folder / FILE).read_bytes() == written
    assert not released(published, folder)
    harder = replace(HARD, judged=8000)
    assert write_release(published, [replace(FAILED, right=4000, total=8000)], LIMIT, harder, folder) == []
    assert released(published, folder)
    assert json.loads((folder / FILE).read_text())["settings"]["judged"] == 8000
    assert write_release(published, [FAILED], LIMIT, HARD, folder) == [], "what failed is replaced by any other"


def test_a_verdict_that_was_changed_is_refused(published: Publication, tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    write_release(published, [BROKEN], LIMIT, HARD, folder)
    told = json.loads((folder / FILE).read_text())
    (folder / FILE).write_text(json.dumps(told | {"released": True}))
    with pytest.raises(FormatError, match="damaged, or of another"):
        released(published, folder)
    with pytest.raises(FormatError, match="damaged, or of another"):
        write_release(published, [FAILED], LIMIT, HARD, folder)
