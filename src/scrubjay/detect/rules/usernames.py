"""Logins, and the initials of who dictated and typed."""

import re
from collections.abc import Iterator

from scrubjay.detect.lexicon import WORD
from scrubjay.detect.rules.cues import LOGIN, flags
from scrubjay.detect.rules.page import Page
from scrubjay.detect.rules.rule import Family, Found

REASONS = {
    "username.cue": "what stands after login, user or charted as",
    "username.shape": "letters of no word with figures behind them, as logins have, at the end of a line",
    "username.initials": "the initials of who dictated and who typed, on a line of their own",
}

_CUE = re.compile(
    r"(?:user(?:[ ]?name|[ ]?id)?|log-?in|logon|logged in as|charted (?:as|by)|entered (?:by|as)|transcribed(?: by)?|"
    r"transcriptionist|scribe|signed by|filed by|initials|taken by|documented by|typed by|by|portal(?: name| id| "
    r"user)?|"
    r"handle|screen name|ehr id|edited by|updated by|printed by|verified by|reviewed by|released by|co-?signed by|"
    r"author|tech)"
    r"[ :=]{1,4}(?:is[ ])?[\"'(@]?(?P<name>[a-z][a-z0-9]{0,20}[._-]?[a-z0-9]{1,20}(?:[._-][a-z0-9]{1,12})?)(?!\w|@|"
    r"\.\w)"
)
_SURE = re.compile(
    r"user|log-?in|logon|logged|charted|handle|portal|initials|entered by|transcribed|scribe|closed|roomed|scored|"
    r"minutes|tech|code"
)
_SHAPE = re.compile(r"[a-z]{3,14}\d{1,4}")
_JOINED = re.compile(r"[._](?<=[a-z].)[a-z]{2,14}\d{0,3}(?=[ \t)\].,]{0,3}(?:\n|\Z)|[ \t]{2,})")
_CELL_END = re.compile(r"[ \t)\].,]{0,3}(?:\n|\Z)|[ \t]{2,}")
_NO_LOGIN = re.compile(
    r"(?:pgy|covid|hba|spo|paco|pao|sao|type|stage|grade|day|hco|fio|etco|psa|ca|brca|tp|cd|il|ace|vit|ms|x)-?\d*|\d+"
)
_INITIALS = re.compile(
    r"\n[ \t]{0,8}(?:dictated|d|t)?[:/ ]{0,2}(?P<name>[A-Za-z]{2,4}[/:][A-Za-z]{2,4}\d{0,2})(?=[ \t]{0,4}(?:\n|\Z|"
    r"[ ]\d|[ ]{2}|[ ]D:|[ ]t:))"
)
_BEFORE_SIGN = re.compile(r"(?<![\w@.])[a-z]{1,14}\Z")
_AFTER_NAME = re.compile(r"[/:][A-Za-z]{2,3}(?=[ \t]{0,4}(?:\n|\Z)|[ ]/)")
_NAME_THEN = re.compile(r"(?:[ ]{2}|\.[ ]|/[ ]|MD[ ])(?P<name>[A-Za-z]{2,3})\Z")
_AT = re.compile(r"@(?<=[a-z0-9]@)[a-z]{2,12}\b(?![.@])")
_END = 120  # the last lines of a note, in characters


def find(page: Page) -> Iterator[Found]:
    """Yield the user names of a page."""
    for i in page.cued(LOGIN):
        match = _CUE.match(page.lower, page.starts[i])
        if match and _is_login(page.text[match.start("name") : match.end("name")], bool(_SURE.match(match.group()))):
            yield Found(*match.span("name"), "USERNAME", 0.85, "username.cue")
    for i in page.numbers:
        written = page.text[page.starts[i] : page.ends[i]]
        if _SHAPE.fullmatch(written) and _CELL_END.match(page.text, page.ends[i]) and _no_word(written):
            yield Found(page.starts[i], page.ends[i], "USERNAME", 0.7, "username.shape")
    for match in _JOINED.finditer(page.text, 0 if "_" in page.text else max(0, len(page.text) - _END)):
        before = _BEFORE_SIGN.search(page.text[max(0, match.start() - 15) : match.start()])
        least = 4 if page.text[match.start()] == "_" else 1
        if before and least <= len(before.group()) and (least == 4 or len(before.group()) < 4):
            yield Found(match.start() - len(before.group()), match.end(), "USERNAME", 0.7, "username.shape")
    for match in _INITIALS.finditer(page.text):
        one, two = re.split(r"[/:]", match["name"].rstrip("0123456789"))
        ending = len(page.text) - match.end() < _END
        if (one + two).lower() != "na" and (ending or not _is_word(one)) and (one.isupper() or two.islower()):
            yield Found(*match.span("name"), "USERNAME", 0.7, "username.initials")

    for match in _AFTER_NAME.finditer(page.text):
        if before := _NAME_THEN.search(page.text[max(0, match.start() - 6) : match.start()]):
            yield Found(match.start() - len(before["name"]), match.end(), "USERNAME", 0.65, "username.initials")
    for match in _AT.finditer(page.text):
        before = _BEFORE_SIGN.search(page.text[max(0, match.start() - 15) : match.start()])
        if before:
            yield Found(match.start() - len(before.group()), match.end(), "USERNAME", 0.7, "username.shape")


def _is_login(written: str, sure: bool) -> bool:
    """Tell whether what stands after a cue is a login: figures or points in it, or no word after a sure cue."""
    if _NO_LOGIN.fullmatch(written.lower()):
        return False
    shaped = any(sign.isdigit() or sign in "._-" for sign in written) and not written.isupper()
    if shaped and (written.islower() or sure):
        parts = re.split(r"[._-]", written.lower())
        return not all(_is_word(part) or len(part) == 1 for part in parts)  # by brother-in-law, by x-cover
    if not sure:
        return False
    return (written.islower() and not _is_word(written)) or bool(
        re.fullmatch(r"[A-Z]{2,4}\d{0,6}|[A-Z]{2,10}\d*", written) and not _is_word(written)
    )


def _no_word(written: str) -> bool:
    return not _is_word(written.rstrip("0123456789")) and not _NO_LOGIN.fullmatch(written)


def _is_word(written: str) -> bool:
    return bool(flags().get(written.lower(), 0) & WORD)


FAMILY = Family("usernames", find, REASONS)
