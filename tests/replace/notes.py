"""Notes and keys for the tests of replacing: every label, every shape of mention, and any text at all."""

from hypothesis import strategies as st

from scrubjay import Document, Span
from scrubjay.documents.labels import label_set
from scrubjay.keys import Key
from scrubjay.replace.release import cut
from scrubjay.replace.replacer import Replacer
from tests.strategies import ids, text

KEY = Key(b"0123456789abcdef0123456789abcdef")
OTHER_KEY = Key(b"fedcba9876543210fedcba9876543210")
LABELS = [*label_set("i2b2-2014"), "FECHAS", "PHI"]
MENTIONS = [
    ("PATIENT", "Siobhán O'Connell"),
    ("DOCTOR", "WELLS, J. R., M.D."),
    ("USERNAME", "jw42"),
    ("PROFESSION", "nurse"),
    ("HOSPITAL", "St. Brendan Medical Center"),
    ("STREET", "12 Elm St., Apt 4B"),
    ("CITY", "Boston"),
    ("STATE", "MA"),
    ("COUNTRY", "France"),
    ("ZIP", "02114"),
    ("ROOM", "4B"),
    ("AGE", "45"),
    ("DATE", "3/28/2024"),
    ("PHONE", "(617) 726-2000"),
    ("EMAIL", "s.oconnell@mgh.org"),
    ("URL", "https://www.mgh.org/x"),
    ("IPADDR", "10.0.0.1"),
    ("SSN", "123-45-6789"),
    ("MEDICALRECORD", "12-345-67"),
    ("OTHER", "tattoo of an anchor"),
]
_names = st.sampled_from(
    "Mary Smith|O'Connell, Siobhan|JOHN VAN DYKE|Dr. Xiaoyu Zhang|J. R. Wells|Maria-Luisa Garcia Lopez|Al Brown|"
    "Lee|Thomas Martin|de la Cruz|Élodie Müller|MCDONALD, ANN, MD|Kim Nguyen Jr.|smith|Hugh Keil".split("|")
)


def note(*mentions: tuple[str, str], id: str = "n1", patient: str | None = "p1", before: str = "seen: ") -> Document:
    """Return a note that lists mentions (label, text), each after the same words."""
    content, spans = "", []
    for label, mention in mentions:
        content += before
        spans.append(Span(len(content), len(content) + len(mention), label))
        content += f"{mention} \n"
    return Document(id, content, tuple(spans), {"patient": patient} if patient else {})


def rewritten(document: Document, style: Replacer) -> list[str]:
    """Return the replacement of each span, after a check that the text can be cut with them."""
    found = style.replacements(document)
    cut(document, found)
    return [replacement.text for replacement in found]


@st.composite
def any_notes(draw: st.DrawFn) -> Document:
    """Draw a note with mentions of all kinds, real and senseless, under any label, also touching each other."""
    pieces, spans, length = [], [], 0
    for _ in range(draw(st.integers(0, 5))):
        kept = draw(text)
        kind = draw(st.sampled_from(["known", "name", "senseless"]))
        if kind == "known":
            label, mention = draw(st.sampled_from(MENTIONS))
        elif kind == "name":
            label, mention = draw(st.sampled_from(["PATIENT", "DOCTOR"])), draw(_names)
        else:
            label, mention = draw(st.sampled_from(LABELS)), draw(text.filter(bool))
        pieces += [kept, mention]
        spans.append(Span(length + len(kept), length + len(kept) + len(mention), label))
        length += len(kept) + len(mention)
    return Document(draw(ids), "".join([*pieces, draw(text)]), tuple(spans), {"patient": draw(text)})
