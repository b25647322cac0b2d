"""What the aggressive tokenizer does beyond its spaCy oracle (see test_spacy_like.py): signs in HTML."""

import pytest

from scrubjay.tokens import aggressive

CASES = [
    ("BP &lt;90", "BP|&lt;|90", "a named entity"),
    ("R&amp;D", "R|&amp;|D", "inside a word"),
    ("pt&#39;s &#x27;", "pt|&#39;|s|&#x27;", "by number"),
    ("a<br/>b<BR>", "a|<br/>|b|<BR>", "line breaks"),
    ("R&D; then", "R|&|D|;|then", "no entity of that name"),
    ("A&B", "A|&|B", "an ampersand alone"),
    ("&lt;&gt;", "&lt;|&gt;", "side by side"),
    ("&amp;lt;", "&amp;|lt|;", "escaped twice: the outer one counts"),
]


@pytest.mark.parametrize(("text", "expected", "remark"), CASES, ids=[case[2] for case in CASES])
def test_html(text: str, expected: str, remark: str) -> None:
    assert "|".join(text[start:end] for start, end in aggressive.tokenize(text)) == expected, remark
