from pathlib import Path

import pytest

from scrubjay.detect.tagger.gazetteers import FILE, gazetteers, listed, load_gazetteers
from scrubjay.errors import FormatError, UnknownNameError


def test_words_of_names_are_found_however_they_are_written() -> None:
    known = gazetteers(["es_months", "es_towns"])
    assert known.features(["JUNIO", "Jaén", "L", "Llobregat", "de"]).tolist() == [
        [1, 0],
        [0, 1],
        [0, 0],
        [0, 1],
        [0, 0],
    ]
    assert known.features([]).shape == (0, 2)


def test_lists_on_disk(tmp_path: Path) -> None:
    known = listed({"towns": ["jaen"], "given": ["ana"]})
    known.save(tmp_path)
    assert load_gazetteers(tmp_path) == known
    assert hash(load_gazetteers(tmp_path)) == hash(known)
    (tmp_path / FILE).write_text("[1]")
    with pytest.raises(FormatError, match="is no file of lists"):
        load_gazetteers(tmp_path)
    (tmp_path / FILE).unlink()
    assert len(load_gazetteers(tmp_path)) == 0


def test_an_unknown_list_is_told() -> None:
    with pytest.raises(UnknownNameError, match="es_month"):
        gazetteers(["es_month"])
