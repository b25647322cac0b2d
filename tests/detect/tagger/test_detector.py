from pathlib import Path

from scrubjay import Document
from scrubjay.detect.tagger.detector import TaggerDetector
from scrubjay.models.export import export
from tests.models.taggers import tagger


def test_documents_in_spans_out_in_batches_or_alone(tmp_path: Path) -> None:
    export(tagger("trained words"), tmp_path)
    detector = TaggerDetector(tmp_path, "made-up")
    notes = [Document("a", "Seen by Dr. Wells on 3/28.\n\nStable."), Document("b", ""), Document("c", "Wells")]
    together = detector.detect(notes)
    assert together == [detector.detect([note])[0] for note in notes]
    assert together[1] == ()
    for note, spans in zip(notes, together, strict=True):
        for span in spans:
            assert span.source == "tagger:made-up"
            assert span.score is not None
            assert note.text_of(span).strip() == note.text_of(span)
