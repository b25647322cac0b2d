"""Which columns' names a message may show: those made of words that name columns, never what may be a patient's."""

import pytest

from scrubjay.detect.lexicon import FREQUENT_GIVEN, FREQUENT_SURNAME, lexicon
from scrubjay.documents.formats.column_names import WORDS, named
from tests.deidentify.notes import PLANTED

ROWS = [
    (["id", "text"], "", "there are id, text", "usual names"),
    (["NOTE_ID", "noteText", "Report Date"], "", "there are NOTE_ID, noteText, Report Date", "ways to write them"),
    (["id", "Lindqvarn"], "", "there are id and 1 whose name is not shown", "a value that looks like a name"),
    (["id", "a7", "b"], "", "there are id and 2 whose names are not shown", "names that nobody can judge"),
    (["7", "Seen by Dr. Wells", "3/28/2024"], "", "their names are not shown", "no header"),
    (["note 2024-03-28", "id\n"], "", "their names are not shown", "words with something else"),
    (["", "id"], "", "there are id and 1 whose name is not shown", "a column without a name"),
    (["BEFUND", "id"], "befund", "there are BEFUND, id", "what was asked for, but for its case"),
]


@pytest.mark.parametrize(("names", "wanted", "message", "remark"), ROWS, ids=[row[3] for row in ROWS])
def test_what_is_shown(names: list[str], wanted: str, message: str, remark: str) -> None:
    assert named(names, wanted).startswith(message)


def test_nobody_is_called_like_a_column() -> None:
    assert not {word for word in WORDS if lexicon().get(word, 0) & (FREQUENT_GIVEN | FREQUENT_SURNAME)}
    assert not any(name.lower() in WORDS for name in PLANTED)
