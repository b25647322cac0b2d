import base64
from pathlib import Path

import pytest
from hypothesis import given, settings

from scrubjay import Document
from scrubjay.errors import DocumentError, FormatError, UsageError
from scrubjay.replace.release import Release, cut
from scrubjay.replace.replacer import STYLES, replacer
from scrubjay.replace.vault import open_sealed, read_vault, seal
from tests.replace.notes import KEY, MENTIONS, OTHER_KEY, any_notes, note

ALL = {name: replacer(name, KEY) for name in STYLES}
NOTE = note(("PATIENT", "Xanthippe"), ("CITY", "Boston"))


def released(document: Document, style: str = "tag") -> Release:
    return cut(document, ALL[style].replacements(document))


@pytest.mark.parametrize("style", STYLES)
@given(document=any_notes())
@settings(max_examples=40)
def test_every_style_can_be_reversed_exactly(style: str, document: Document) -> None:
    release = released(document, style)
    line = seal(release, document, KEY)
    sealed = open_sealed(line, KEY)
    assert sealed.restore(release.text) == document.text
    assert sealed.id == document.id
    assert line.isascii()
    assert "\n" not in line


@given(any_notes())
@settings(max_examples=20)
def test_another_key_opens_nothing(document: Document) -> None:
    line = seal(released(document), document, KEY)
    checks = f"another key, of the check {KEY.check()}.*this one has the check {OTHER_KEY.check()}"
    with pytest.raises(FormatError, match=checks):
        open_sealed(line, OTHER_KEY)


def test_two_seals_of_a_note_differ() -> None:
    lines = {seal(released(NOTE), NOTE, KEY) for _ in range(5)}
    assert len(lines) == 5
    assert not any(b"anthippe" in base64.b64decode(line) for line in lines)


def test_the_length_does_not_tell_the_length_of_a_name() -> None:
    lengths = {len(seal(released(each), each, KEY)) for each in (note(("CITY", "Rye")), note(("CITY", "Sacramento")))}
    assert len(lengths) == 1


def test_every_damaged_byte_is_noticed() -> None:
    content = base64.b64decode(seal(released(NOTE), NOTE, KEY))
    for place in range(len(content)):
        damaged = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(FormatError) as caught:
            open_sealed(base64.b64encode(damaged).decode(), KEY)
        assert "anthippe" not in str(caught.value)
        assert "another key" not in str(caught.value)
        assert place == 0 or "is damaged. The key is the right one" in str(caught.value)


@pytest.mark.parametrize("line", ["", "Xanthippe", "é", "AAAA", "AQ==", "!!!!"])
def test_what_is_no_line(line: str) -> None:
    with pytest.raises(FormatError) as caught:
        open_sealed(line, KEY)
    assert "anthippe" not in str(caught.value)


def test_a_changed_release_is_refused() -> None:
    sealed = open_sealed(seal(released(NOTE), NOTE, KEY), KEY)
    with pytest.raises(DocumentError, match=r"n1.*changed") as caught:
        sealed.restore(released(NOTE).text.replace("seen", "Seen"))
    assert "anthippe" not in str(caught.value) + repr(sealed)


def test_a_release_of_another_note_is_not_sealed() -> None:
    other = note(("PATIENT", "Ann"), ("CITY", "Boston"))
    with pytest.raises(DocumentError, match="not made from this document"):
        seal(released(NOTE), other, KEY)
    with pytest.raises(DocumentError, match="not made from this document"):
        seal(released(NOTE), note(("PATIENT", "Xanthippe"), ("CITY", "Boston"), id="n2"), KEY)


def test_a_vault_finds_notes_by_id(tmp_path: Path) -> None:
    notes = [note(*MENTIONS, id=f"n{number}", patient=str(number)) for number in range(5)]
    path = tmp_path / "vault"
    path.write_text("".join(seal(released(each, "surrogate"), each, KEY) + "\n" for each in notes) + "\n")
    vault = read_vault(path, KEY)
    assert list(vault) == [each.id for each in notes]
    assert len(vault) == 5
    for each in reversed(notes):
        assert vault[each.id].restore(released(each, "surrogate").text) == each.text
    assert "n3" in vault
    assert "n9" not in vault
    assert vault.get("n9") is None
    assert b"n3" not in b"".join(vault._places)


def test_of_two_seals_the_later_counts(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    path.write_text("".join(seal(released(NOTE, style), NOTE, KEY) + "\n" for style in ("tag", "mask")))
    vault = read_vault(path, KEY)
    assert list(vault) == ["n1"]
    assert vault["n1"].restore(released(NOTE, "mask").text) == NOTE.text


def test_a_vault_with_a_fault_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "vault"
    path.write_text(f"{seal(released(NOTE), NOTE, KEY)}\nXanthippe\n")
    with pytest.raises(FormatError, match="line 2") as caught:
        read_vault(path, KEY)
    assert "anthippe" not in str(caught.value)
    with pytest.raises(FormatError, match="another key"):
        read_vault(path, OTHER_KEY)
    with pytest.raises(UsageError, match="cannot be read"):
        read_vault(tmp_path / "missing", KEY)
