"""XML without its dangers: no document types, so no entity bombs and no files fetched from elsewhere."""

import re
from xml.etree import ElementTree
from xml.parsers import expat

from scrubjay.errors import FormatError

REMEDY = "Mend the XML, or leave the file out"

# What may stand before a document type: byte order mark, XML declaration, white space, comments, instructions. A
# document type can stand nowhere else, and all encodings that expat reads but UTF-16 agree with ASCII here.
_BEFORE_ROOT = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)


def tree(data: bytes, file: str) -> ElementTree.Element:
    """Return the root element; broken XML and document types are errors."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4]:
        raise FormatError("UTF-16 is not read here", file=file, remedy="Convert the file to UTF-8")
    before = _BEFORE_ROOT.match(data)
    assert before is not None  # the pattern matches nothing at least
    if data.startswith(b"<!", before.end()):
        raise refused(file, data.count(b"\n", 0, before.end()) + 1)
    try:
        return ElementTree.fromstring(data)  # noqa: S314 - there is no document type, hence no entity
    except ElementTree.ParseError as error:
        raise _broken(error.code, *error.position, file) from None
    except (LookupError, ValueError):
        raise unreadable_encoding(file) from None


def unreadable_encoding(file: str) -> FormatError:
    """Return the error for an encoding that the parser cannot read."""
    return FormatError("it declares an encoding that cannot be read", file=file, remedy="Convert the file to UTF-8")


def refused(file: str, line: int) -> FormatError:
    """Return the error for a document type declaration."""
    return FormatError(
        "document type declarations are refused: entities declared there can swell without end or fetch files",
        file=file,
        place=f"line {line}",
        remedy="Remove the <!DOCTYPE ...> part",
    )


def parser(file: str) -> expat.XMLParserType:
    """Return an expat parser for large files that refuses document types and joins character data."""
    result = expat.ParserCreate()
    result.buffer_text = True

    def refuse(*_: object) -> None:
        raise refused(file, result.CurrentLineNumber)

    result.StartDoctypeDeclHandler = refuse
    return result


def broken(error: expat.ExpatError, file: str) -> FormatError:
    """Return the error for XML that is not well formed."""
    return _broken(error.code, error.lineno, error.offset, file)


def _broken(code: int, line: int, column: int, file: str) -> FormatError:
    # The parser's own messages name the rule that was broken, never the text.
    problem = f"broken XML ({expat.ErrorString(code)})"
    return FormatError(problem, file=file, place=f"line {line}, column {column + 1}", remedy=REMEDY)


_UNHOLDABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_holdable(text: str) -> None:
    """Raise if the text has a character that XML 1.0 cannot hold."""
    if found := _UNHOLDABLE.search(text):
        problem = f"character {found.start()} is U+{ord(found.group()):04X}, which XML cannot hold"
        raise FormatError(problem, remedy="Write JSONL instead, which can")


def cdata(text: str) -> str:
    """Return the text as CDATA sections; carriage returns go in between, since parsers turn bare ones into \\n."""
    sections = text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    return f"<![CDATA[{sections}]]>"


def escape(text: str) -> str:
    """Return the text for use between tags or inside a double-quoted attribute."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\r", "&#13;")):
        text = text.replace(sign, entity)
    return text


def escape_attribute(text: str) -> str:
    """Return the text for a double-quoted attribute, line ends and tabs kept."""
    return escape(text).replace("\n", "&#10;").replace("\t", "&#9;")
