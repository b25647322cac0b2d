"""Corpora of a study: brought to one label set and split by patients, or refused before anything is trained."""

from pathlib import Path

import pytest

from scrubjay import Document, Span
from scrubjay.documents.formats.writing import write
from scrubjay.errors import SettingsError, UsageError
from scrubjay.transfer.corpora import few, load_corpora
from scrubjay.transfer.settings import TransferSettings, build
from tests.transfer.small import notes, toml, vectors_in


def study(folder: Path, text: str) -> TransferSettings:
    import tomllib

    return build(tomllib.loads(text), "corpora.toml", vectors_in(folder))


def test_notes_are_split_by_patients_and_years_go(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    found = load_corpora(study(tmp_path, text))["alder"]
    assert len(found.train) + len(found.validation) + len(found.test) == 16
    people = [{note.patient for note in part} for part in (found.train, found.validation, found.test)]
    assert not people[0] & people[1]
    assert not people[1] & people[2]
    assert not people[0] & people[2]
    assert load_corpora(study(tmp_path, text))["alder"].digest(b"x") == found.digest(b"x")
    other = load_corpora(study(tmp_path, f"split_seed = 2\n{text}"))["alder"]
    assert other.digest(b"x") != found.digest(b"x")


def test_each_format_of_the_papers_corpora_takes_part(tmp_path: Path) -> None:
    """i2b2 2006 has labels of its own; i2b2 2014 and N-GRID 2016 have one format."""

    def made(house: str) -> list[Document]:
        return [
            Document(
                f"{i:03d}-01",
                f"Dr. Wells saw Ann Price, 45, on 3/{i + 11}/2014 at {house} Clinic.",
                (
                    Span(4, 9, "DOCTOR"),
                    Span(14, 23, "PATIENT"),
                    Span(25, 27, "AGE"),
                    Span(32, 41, "DATE"),
                    Span(45, 52 + len(house), "HOSPITAL"),
                ),
            )
            for i in range(12)
        ]

    older = [
        Document(note.id, note.text, tuple(span for span in note.spans if span.label not in ("AGE", "DATE")))
        for note in made("Alder")
    ]
    write(made("Birch"), tmp_path / "i2b2-2014", "i2b2-2014", overwrite=True)
    write(made("Cypress"), tmp_path / "n-grid", "i2b2-2014", overwrite=True)
    write(older, tmp_path / "i2b2-2006.xml", "i2b2-2006", overwrite=True)
    write(made("Dogwood"), tmp_path / "uw", "brat", overwrite=True)
    found = load_corpora(
        study(
            tmp_path,
            f"""
            new = "uw"
            [corpora.2006]
            notes = "{tmp_path}/i2b2-2006.xml"
            labels = "i2b2-2006"
            [corpora.2014]
            notes = "{tmp_path}/i2b2-2014"
            [corpora.2016]
            notes = "{tmp_path}/n-grid"
            [corpora.uw]
            notes = "{tmp_path}/uw"
            """,
        )
    )
    assert list(found) == ["2006", "2014", "2016", "uw"]
    for name, corpus in found.items():
        labels = {span.label for note in corpus.train for span in note.spans}
        assert labels == ({"DOCTOR", "PATIENT", "HOSPITAL"} | (set() if name == "2006" else {"DATE"})), name
    dates = {
        note.text[span.start : span.end] for note in found["uw"].train for span in note.spans if span.label == "DATE"
    }
    assert all("2014" not in date for date in dates)
    assert found["uw"].dropped["AGE"] == 12


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('notes = "', 'nots = "'), "unknown key 'corpora.alder.nots'"),
        (("alder.jsonl", "none.jsonl"), "there is no"),
        (("epochs = 4", "epochs = 0"), "tagger.epochs is 0; it must be 1 or more"),
        (("units = 8", "unitz = 8"), "unknown key 'network.unitz'"),
        (("fewest_batches = 4", 'new = "elm"'), "new is 'elm', which is none of the corpora: alder, birch"),
        (("fewest_batches = 4", "seeds = [1, 1]"), "seeds must be one or more different numbers"),
        (("fewest_batches = 4", "seeds = [-1]"), "none below 0"),
        (("fewest_batches = 4", 'methods = ["plain", "plain"]'), "methods names one twice"),
        (("fewest_batches = 4", "layers = true"), "layers are carried over to a new institution"),
        (("fewest_batches = 4", 'methods = ["jdl"]'), "methods must have plain"),
        (("fewest_batches = 4", 'methods = ["dann"]'), "methods has 'dann'; known: plain, jdl, csd, easyadapt"),
        (("fewest_batches = 4", 'labels = "s9"'), "labels is 's9'; known: "),
        (("fewest_batches = 4", "curve = [8]"), "name it with new = ..."),
        (("fewest_batches = 4", "phases = [5]"), "phases must be some of 1, 2, 3 and 4"),
        (("fewest_batches = 4", "phases = [4]"), "phase 4 is about a new institution"),
        (
            ("[tagger]", '[variants.x]\nkind = "jdl"\nweight = 1.0\n[tagger]'),
            "x.weight is 1; it must lie between 0 and 1",
        ),
        (("[tagger]", '[variants.x]\nkind = "csd"\northogonality = -1.0\n[tagger]'), "x.orthogonality is -1"),
        (("[tagger]", '[variants.x]\nkind = "csd"\nrank = 0\n[tagger]'), "x.rank is 0; it must be 1 or more"),
        (("[tagger]", '[variants.x]\nkind = "plain"\n[tagger]'), "of which there is one way only"),
        (("[tagger]", '[variants.x]\nkind = "dann"\n[tagger]'), "'variants.x.kind' must be one of"),
        (("[tagger]", '[variants.jdl]\nkind = "jdl"\n[tagger]'), "variants.'jdl': a name of its own"),
        (("fewest_batches = 4", "shares = { train = 1.0 }"), "shares must have train, validation and test"),
        (("[corpora.birch]", '[corpora."../birch"]'), "a name has letters"),
        (("[corpora.birch]", '[corpora.birch]\ntest = "x"'), "give one or the other"),
        (("[corpora.birch]", '[corpora.birch]\nlabels = "bert"'), "no label set"),
        (("[tagger]", "[tagger]\nseed = 3"), "tagger.seed is chosen by the study itself"),
    ],
)
def test_a_bad_file_is_refused_with_a_reason(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    with pytest.raises(SettingsError) as error:
        study(tmp_path, text.replace(*change))
    assert message in str(error.value)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder").read_text().replace("epochs = 4", "epochs = 0")
    with pytest.raises(SettingsError) as error:
        study(tmp_path, f'labels = "s9"\n{text}')
    assert len(error.value.faults) == 3  # labels, epochs, one corpus only


def test_a_label_without_a_mapping_and_an_empty_part_are_refused_together(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch", "cypress").read_text()
    odd = [note.with_spans([Span(0, 4, "NOSUCHLABEL")]) for note in notes("alder", 16)]
    write(odd, tmp_path / "alder.jsonl", "jsonl", overwrite=True)
    write(list(notes("birch", 2)), tmp_path / "birch.jsonl", "jsonl", overwrite=True)
    write([note.with_spans(()) for note in notes("cypress", 16)], tmp_path / "cypress.jsonl", "jsonl", overwrite=True)
    with pytest.raises(UsageError) as error:
        load_corpora(study(tmp_path, text))
    told = str(error.value)
    assert "alder.jsonl: note 'alder-0': unknown label for the mapping from i2b2-2014" in told
    assert "NOSUCHLABEL" not in told, "a label may be note text that slipped"
    assert "birch: 1 patients cannot be split into 3 patient-disjoint parts" in told
    assert "cypress: no note of its train part has a span" in told


def test_patients_of_the_test_part_may_not_be_learnt_from(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    whole = list(notes("birch", 16))
    write(whole[:12], tmp_path / "train.jsonl", "jsonl", overwrite=True)
    write(whole[11:], tmp_path / "test.jsonl", "jsonl", overwrite=True)
    parts = f'train = "{tmp_path}/train.jsonl"\ntest = "{tmp_path}/test.jsonl"'
    with pytest.raises(UsageError, match=r"birch: \d notes of its train part are also in its test part"):
        load_corpora(study(tmp_path, text.replace(f'notes = "{tmp_path}/birch.jsonl"', parts)))
    write(whole[12:], tmp_path / "test.jsonl", "jsonl", overwrite=True)
    found = load_corpora(study(tmp_path, text.replace(f'notes = "{tmp_path}/birch.jsonl"', parts)))["birch"]
    assert (len(found.test), len(found.train) + len(found.validation)) == (4, 12)


def test_the_same_text_under_another_id_is_noticed(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    once = list(notes("birch", 16))
    copies = [(f"copy-{i}", f"{note.text} \n", note.spans, {"patient": f"x{i}"}) for i, note in enumerate(once)]
    again = [Document(*copy) for copy in copies]
    write([*once, *again], tmp_path / "birch.jsonl", "jsonl", overwrite=True)
    with pytest.raises(UsageError, match=r"birch: .* the same text, id or patient may be in one part only"):
        load_corpora(study(tmp_path, text))


def test_fewer_notes_are_among_more(tmp_path: Path) -> None:
    every = list(notes("alder", 16))
    some, more = few(every, 4, 1), few(every, 9, 1)
    assert set(map(id, some)) < set(map(id, more))
    assert few(every, 4, 2) != some
    assert len(few(every, 99, 1)) == 16
    source = load_corpora(study(tmp_path, toml(tmp_path, "alder", "birch").read_text()))["alder"]
    assert source.few(None, 1) == (source.train, source.validation)
    for count in (1, 2, 4, 8, source.annotated):
        learnt, stopped = source.few(count, 1)
        assert len(learnt) + len(stopped) == max(count, 2), "those that stop a training are annotated, too"
        assert set(learnt) <= set(source.train)
        assert set(stopped) <= set(source.validation)


def test_validation_notes_are_not_training_notes_and_no_note_is_in_two_corpora(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    one = f'train = "{tmp_path}/birch.jsonl"\nvalidation = "{tmp_path}/birch.jsonl"\ntest = "{tmp_path}/test.jsonl"'
    write(list(notes("cypress", 4)), tmp_path / "test.jsonl", "jsonl", overwrite=True)
    with pytest.raises(UsageError, match="of its train part are also in its validation part"):
        load_corpora(study(tmp_path, text.replace(f'notes = "{tmp_path}/birch.jsonl"', one)))
    with pytest.raises(UsageError, match=r"alder and birch have .* notes in common"):
        load_corpora(study(tmp_path, text.replace("birch.jsonl", "alder.jsonl")))


def test_what_is_usual_stays_where_nothing_else_is_said(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch").read_text()
    text = text.replace("rate = 0.05", "kind = 'sgd'")
    other = study(tmp_path, text).tagger
    assert (other.optimiser.kind, other.optimiser.rate, other.reading.splitter) == ("sgd", 0.008, "windows")


def test_one_source_and_a_new_institution_are_enough(tmp_path: Path) -> None:
    text = toml(tmp_path, "alder", "birch", more='new = "birch"').read_text()
    assert study(tmp_path, text).sources == ("alder",)
