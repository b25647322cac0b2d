from dataclasses import replace
from pathlib import Path

import pytest
import torch

from scrubjay import settings as plain_settings
from scrubjay.documents.document import Document
from scrubjay.documents.formats.writing import write
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError, UsageError
from scrubjay.models.coupled import CoupledLSTM
from scrubjay.models.folder import load
from scrubjay.training.preparing import prepare
from scrubjay.training.run import run
from scrubjay.training.settings import TrainingSettings
from tests.training.small import toml

LEARNED = "characters = 'learned'\ncharacter_size = 4\ncharacter_units = 4"


def settings(folder: Path, more: str = "", network: str = LEARNED) -> TrainingSettings:
    file = folder / "train.toml"
    file.write_text(more + toml(folder).replace('characters = "none"', network), encoding="utf-8")
    return plain_settings.load(TrainingSettings, file)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    list(run(settings(tmp_path), tmp_path / "first"))
    return tmp_path / "first" / "model"


@pytest.mark.parametrize("inputs", [LEARNED, "characters = 'none'\nrepresentation = 3\nrepresentation_units = 4"])
def test_a_standard_cell_starts_from_the_weights_of_another(inputs: str, tmp_path: Path) -> None:
    standard = f"cell = 'standard'\nlayers = 2\n{inputs}"
    list(run(settings(tmp_path, network=standard), tmp_path / "first"))
    first = tmp_path / "first" / "model"
    old, new = load(first), prepare(settings(tmp_path, f'start = "{first}"\n', f"casing = true\n{standard}")).tagger
    words = [["Seen", "by", "Dr.", "Wells", "."]]
    old.eval(), new.eval()
    with torch.no_grad():
        assert torch.allclose(new.network(new.batch(words)), old.network(old.batch(words)), atol=1e-6)


def test_a_run_starts_from_the_weights_of_another(tmp_path: Path, first: Path) -> None:
    prepared = prepare(settings(tmp_path, f'start = "{first}"\n', f"casing = true\n{LEARNED}"))
    old, new = load(first), prepared.tagger
    assert "started from model, which knew 5 of the 5 tags" in prepared.remarks[-1]
    assert torch.equal(new.network.scores.weight, old.network.scores.weight)
    assert isinstance(new.network.recurrent, CoupledLSTM)
    assert isinstance(old.network.recurrent, CoupledLSTM)
    one, other = new.network.recurrent.weight[0], old.network.recurrent.weight[0]
    inputs = 8 + 2 * 4
    assert torch.equal(one[:inputs], other[:inputs])
    assert not one[inputs:-8].any(), "casing has no influence yet"
    assert torch.equal(one[-8:], other[-8:])
    words = [["Seen", "by", "Dr.", "Wells", "."]]
    old.eval(), new.eval()
    with torch.no_grad():
        assert torch.allclose(new.network(new.batch(words)), old.network(old.batch(words)), atol=1e-6)


def test_characters_and_tags_are_matched_by_what_they_are(tmp_path: Path, first: Path) -> None:
    given = settings(tmp_path, f'start = "{first}"\n')
    text = "Ärztin Zoë Xu, 5 May."
    write(
        [Document("x", text, (Span(7, 13, "PATIENT"), Span(15, 20, "DATE"), Span(0, 6, "DOCTOR")))],
        given.data.train, "jsonl", overwrite=True,
    )  # fmt: skip
    new, old = prepare(given).tagger, load(first)
    for tag in ("O", "B-DOCTOR", "S-DOCTOR"):
        here, there = new.description.tags.index(tag), old.description.tags.index(tag)
        assert torch.equal(new.network.scores.weight[here], old.network.scores.weight[there])
    assert new.network.embedding is not None
    assert old.network.embedding is not None
    letters = new.description.alphabet.characters, old.description.alphabet.characters
    here, there = (known.index("t") + 1 for known in letters)
    assert torch.equal(new.network.embedding.weight[here], old.network.embedding.weight[there])


def test_other_lists_are_an_error(tmp_path: Path) -> None:
    listed = f"lists = ['surnames', 'drugs']\n{LEARNED}"
    list(run(settings(tmp_path, network=listed), tmp_path / "first"))
    start = f'start = "{tmp_path / "first" / "model"}"\n'
    prepare(settings(tmp_path, start, listed.replace("'drugs'", "'drugs', 'common'")))
    for other in (listed.replace("'surnames', 'drugs'", "'drugs', 'surnames'"), f"casing = true\n{listed}", LEARNED):
        with pytest.raises(UsageError, match="other casing or lists"):
            prepare(settings(tmp_path, start, other))


def test_another_size_is_an_error(tmp_path: Path, first: Path) -> None:
    given = settings(tmp_path, f'start = "{first}"\n')
    with pytest.raises(UsageError, match=r"has network\.units = 8, this run 9"):
        prepare(replace(given, network=replace(given.network, units=9)))


def test_a_folder_that_is_no_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="nothing"):
        prepare(settings(tmp_path, f'start = "{tmp_path / "nothing"}"\n'))
