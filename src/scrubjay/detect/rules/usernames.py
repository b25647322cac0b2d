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
    r"(?:user(?:[ ]?name|[ ]?id)?|login|log-in|logon|logged in as|charted as|charted by|entered by|entered as|transcribed(?: by)?|transcriptionist|scribe|signed by|filed by|initials|taken by|"
    r"documented by|typed by|by|portal(?: name| id| user)?|handle|screen name|ehr id|edited by|updated by|printed by|verified by|reviewed by|released by|co-?signed by|author|by user)"
    r"[ :=]{1,4}(?:is[ ])?[\"'(@]?(?P<name>[a-z][a-z0-9]{0,20}[._-]?[a-z0-9]{1,20}(?:[._-][a-z0-9]{1,12})?)(?!\w|@|\.\w)"
)
_SHAPE = re.compile(
    r"\b(?P<name>[a-z]{3,14}\d{1,4}|[a-z]{1,3}[._][a-z]{4,14}\d{0,3}|[a-z]{4,14}_[a-z]{2,6}\d{0,3})(?=[ \t)\].,]{0,3}(?:\n|\Z)|[ \t]{2,})"
)
_INITIALS = re.compile(
    r"(?:(?<=\n)|\A)[ \t]{0,8}(?:dictated|d|t)?[:/ ]{0,2}(?P<name>[A-Za-z]{2,4}[/:][A-Za-z]{2,4}\d{0,2})(?=[ \t]{0,4}(?:\n|\Z|[ ]\d|[ ]{2}|[ ]D:|[ ]t:))"
)
_JOB = re.compile(r"\b(?:D|T|DD|DT)[/:][ ]?(?P<name>[A-Z]{2,3})\b")


def find(page: Page) -> Iterator[Found]:
    """Yield the user names of a page."""
    lower, text = page.lower, page.text
    for i in page.cued(LOGIN):
        match = _CUE.match(lower, page.starts[i])
        if not match:
            continue
        name = match["name"]
        written = text[match.start("name") : match.end("name")]
        cue = match.group()[:5]
        sure = cue.startswith(("user", "login", "log-i", "logon", "logge", "chart", "handl", "porta", "initi"))
        shaped = (
            any(sign.isdigit() or sign in "._" for sign in name) and not name[0].isdigit() and not written.isupper()
        )
        if re.fullmatch(r"pgy-?\d|ms\d|x\d+|\d+", name):
            continue
        if (
            shaped
            and (written.islower() or sure)
            or sure
            and written.islower()
            and not flags().get(name, 0) & WORD
            and len(name) > 3
            or sure
            and re.fullmatch(r"[A-Z]{2,4}\d{0,6}|[A-Z]{2,8}\d+", written)
        ):
            yield Found(*match.span("name"), "USERNAME", 0.85, "username.cue")
    for match in _SHAPE.finditer(text) if page.numbers or "_" in text else ():
        letters = match["name"].rstrip("0123456789")
        if not flags().get(letters, 0) & WORD and not re.fullmatch(
            r"(?:pgy|covid|hba|spo|paco|pao|sao|type|stage|grade|day|hco|fio|etco|psa|ca|brca|tp|cd|il|ace|vit)\d*",
            match["name"],
        ):
            yield Found(*match.span("name"), "USERNAME", 0.7, "username.shape")
    for match in _INITIALS.finditer(text):
        one, two = re.split(r"[/:]", match["name"].rstrip("0123456789"))
        ending = len(text) - match.end() < 120
        if (
            (one + two).lower() != "na"
            and (ending or not flags().get(one.lower(), 0) & WORD)
            and (one.isupper() or two.islower())
        ):
            yield Found(*match.span("name"), "USERNAME", 0.7, "username.initials")


FAMILY = Family("usernames", find, REASONS)
