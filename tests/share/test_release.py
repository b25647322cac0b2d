"""A representation may be used if attacks have failed that were tried hard enough, and only then."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.detect.tagger.shelf import sealed
from scrubjay.errors import FormatError
from scrubjay.share.publication import Publication
from scrubjay.share.release import FILE, AttackSettings, Limit, decides, objections, released, write_release
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
        (BROKEN, 0.6, replace(HARD, epochs=1), ["broken by", "60.0%", "1 epochs"], "all of them"),
    ],
)
def test_what_speaks_against_its_use(
    attempt: Attempt, limit: float, settings: AttackSettings, expected: list[str], remark: str, published: Publication
) -> None:
    found = objections(published, [attempt], Limit(limit, 0.0), settings)
    assert len(found) == len(expected), remark
    assert all(part in whole for part, whole in zip(expected, found, strict=True)), remark


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (HARD, True),
        (replace(HARD, neighbours=6), True),
        (replace(HARD, neighbours=2), False),
        (replace(HARD, neighbours=8), False),
        (replace(HARD, published=16), False),
        (replace(HARD, everyday=0.0, familiar=0.0), False),
        (replace(HARD, noisy=False), False),
    ],
)
def test_what_asks_something_else_is_no_verdict(
    settings: AttackSettings, expected: bool, published: Publication, tmp_path: Path
) -> None:
    assert decides(published, settings) is expected
    if not expected:
        with pytest.raises(AssertionError):
            write_release(published, [FAILED], LIMIT, settings, tmp_path / "representation")


@pytest.mark.parametrize(
    "easier", [replace(HARD, judged=pairs, epochs=epochs) for pairs, epochs in ((7999, 20), (8000, 19), (9000, 1))]
)
def test_what_broke_it_is_not_forgotten_until_much_more_was_tried(
    easier: AttackSettings, published: Publication, tmp_path: Path
) -> None:
    folder, first = tmp_path / "representation", replace(HARD, epochs=20)
    assert not released(published, folder), "nobody has tried"
    assert write_release(published, [BROKEN], LIMIT, first, folder) == ["broken by look-up"]
    written = (folder / FILE).read_bytes()
    for settings in (easier, first):
        told = write_release(published, [FAILED], LIMIT, settings, folder)[-1]
        assert told == "an earlier attack broke it; try as hard with --trials 8000 --epochs 20"
        assert (folder / FILE).read_bytes() == written
    assert not released(published, folder)
    harder = replace(first, judged=8000)
    assert write_release(published, [replace(FAILED, right=4000, total=8000)], LIMIT, harder, folder) == []
    assert released(published, folder)
    assert json.loads((folder / FILE).read_text())["settings"]["judged"] == 8000


def test_a_glance_that_breaks_it_again_does_not_make_it_easier_to_forget(
    published: Publication, tmp_path: Path
) -> None:
    folder, glance = tmp_path / "representation", replace(HARD, judged=100, epochs=1)
    for settings in (replace(HARD, judged=4000, epochs=50), glance):
        write_release(published, [BROKEN], LIMIT, settings, folder)
    told = write_release(published, [FAILED], LIMIT, replace(HARD, judged=15_999, epochs=50), folder)
    assert told == ["an earlier attack broke it; try as hard with --trials 16000 --epochs 50"]
    assert write_release(published, [FAILED], LIMIT, replace(HARD, judged=16_000, epochs=50), folder) == []


def test_a_glance_does_not_undo_what_was_tried_in_earnest_unless_it_breaks_it(
    published: Publication, tmp_path: Path
) -> None:
    folder, glance = tmp_path / "representation", replace(HARD, epochs=1)
    write_release(published, [FAILED], LIMIT, HARD, folder)
    assert write_release(published, [FAILED], LIMIT, glance, folder) == ["too little was tried: 1 epochs of 10"]
    assert released(published, folder)
    write_release(published, [BROKEN], LIMIT, glance, folder)
    assert not released(published, folder)


def test_a_verdict_of_an_earlier_version_is_refused(published: Publication, tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    write_release(published, [FAILED], LIMIT, HARD, folder)
    told = json.loads((folder / FILE).read_text())
    del told["broken"]
    (folder / FILE).write_text(json.dumps(sealed(told)))
    with pytest.raises(FormatError, match="attack this one anew"):
        write_release(published, [FAILED], LIMIT, HARD, folder)


def test_a_verdict_that_was_changed_is_refused(published: Publication, tmp_path: Path) -> None:
    folder = tmp_path / "representation"
    write_release(published, [BROKEN], LIMIT, HARD, folder)
    told = json.loads((folder / FILE).read_text())
    (folder / FILE).write_text(json.dumps(told | {"released": True}))
    with pytest.raises(FormatError, match="damaged, or of another"):
        released(published, folder)
    with pytest.raises(FormatError, match="damaged, or of another"):
        write_release(published, [FAILED], LIMIT, HARD, folder)
