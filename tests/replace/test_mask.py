import pytest
from hypothesis import given

from scrubjay import Document
from scrubjay.replace.mask import Mask, masked
from scrubjay.replace.release import cut
from tests.replace.notes import any_notes


@pytest.mark.parametrize(
    ("text", "mask", "remark"),
    [
        ("Ann Ruiz", "*** ****", "letters"),
        ("(617) 555-0134", "(***) ***-****", "digits; signs stay"),
        ("Jose\u0301", "*****", "an accent of its own is a part of its letter"),
        ("张伟²", "***", "any script, any digit"),
        ("a_b\n", "*_*\n", "line ends stay"),
    ],
)
def test_masks(text: str, mask: str, remark: str) -> None:
    assert masked(text) == mask, remark


@given(any_notes())
def test_offsets_stay(document: Document) -> None:
    release = cut(document, Mask().replacements(document))
    assert len(release.text) == len(document.text)
    assert all((moved.start, moved.end) == (moved.new_start, moved.new_end) for moved in release.moved)
