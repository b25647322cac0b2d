"""scrubjay takes identities out of clinical notes, and measures how well it does.

>>> from scrubjay import Document, Span
>>> note = Document("n1", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),))
>>> note
Document(id='n1', characters=18, spans=1)
>>> import scrubjay
>>> scrubjay.load().redact("Seen by Dr. Wells.").text
'Seen by Dr. [DOCTOR].'
"""

from typing import TYPE_CHECKING, Any

from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

if TYPE_CHECKING:
    from scrubjay.deidentify.deidentifier import load

__all__ = ["Corpus", "Document", "Span", "__version__", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import `load` when it is first used: the rules take a moment that readers of documents need not spend."""
    if name == "load":
        from scrubjay.deidentify.deidentifier import load

        return load
    raise AttributeError(f"module 'scrubjay' has no attribute {name!r}")
