from pathlib import Path

import pytest

from scrubjay.detect.tagger.reading import Sentence
from scrubjay.errors import UsageError
from scrubjay.training.lessons import Lessons
from scrubjay.training.settings import DataSettings, TrainingSettings

SENTENCES = [Sentence(i, (), (f"w{i}",), ("S-DATE" if i % 4 == 0 else "O",)) for i in range(40)]


def lessons(**changes: float) -> Lessons:
    settings = TrainingSettings(DataSettings(Path("a"), Path("b")), batch=4, **changes)  # type: ignore[arg-type]
    return Lessons(settings, SENTENCES)


def test_an_epoch_reads_each_sentence_once() -> None:
    batches = list(lessons().epoch(0))
    assert sorted(one.document for batch in batches for one in batch) == list(range(40))
    assert len(batches) == lessons().steps == 10


def test_all_identities_and_a_share_of_the_rest_drawn_anew_but_repeatably() -> None:
    some = lessons(empty=0.2)
    first, second = ([one.document for batch in some.epoch(n) for one in batch] for n in (0, 1))
    for read in (first, second):
        assert len(read) == len(set(read)) == 16
        assert set(range(0, 40, 4)) <= set(read)
    assert set(first) != set(second)
    assert first == [one.document for batch in lessons(empty=0.2).epoch(0) for one in batch]
    assert some.steps == 4
    assert {one.document for batch in lessons(empty=0).epoch(3) for one in batch} == set(range(0, 40, 4))


@pytest.mark.parametrize("name", ["empty", "exchange"])
def test_what_is_no_share_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=f"{name} is a share, from 0 to 1, not 1.5"):
        lessons(**{name: 1.5})
