"""scrubjay takes identities out of clinical notes, and measures how well it does.

>>> from scrubjay import Document, Span
>>> note = Document("n1", "Seen by Dr. Wells.", (Span(12, 17, "DOCTOR"),))
>>> note
Document(id='n1', characters=18, spans=1)
"""

from scrubjay.documents.corpus import Corpus
from scrubjay.documents.document import Document
from scrubjay.documents.span import Span

__all__ = ["Corpus", "Document", "Span", "__version__"]
__version__ = "0.1.0"
