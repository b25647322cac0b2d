import ipaddress
import re

import pytest

from scrubjay.replace.options import StyleOptions
from scrubjay.replace.surrogate import Surrogate
from tests.replace.notes import KEY, note, rewritten

STYLE = Surrogate(KEY, StyleOptions())
DOMAIN = r"example\.(?:org|com|net)"


@pytest.mark.parametrize(
    ("label", "text", "pattern", "remark"),
    [
        ("EMAIL", "jsmith@mgh.org", rf"[a-z]+@{DOMAIN}", "one word"),
        ("EMAIL", "j.smith42@mgh.harvard.edu", rf"[a-z]\.[a-z]+[1-9]\d@{DOMAIN}", "the shape of the words"),
        ("EMAIL", "ann@example.org", r"[a-z]+@example\.(?:com|net)", "at such a domain already"),
        ("EMAIL", "a@b.org, c@d.org", rf"[a-z]@{DOMAIN}, [a-z]@{DOMAIN}", "two of them"),
        ("EMAIL", "Ann Ruiz <ann@b.org>", rf"[A-Z][a-z]{{2}} [A-Z][a-z]{{3}} <[a-z]+@{DOMAIN}>", "with a name"),
        ("EMAIL", "ann at mgh", r"[a-z]{3} [a-z]{2} [a-z]{3}", "no address that a machine would read"),
        (
            "URL",
            "https://www.mgh.org/dr/smith?id=3",
            rf"https://www\.{DOMAIN}/[a-z]{{2}}/[a-z]{{5}}\?[a-z]{{2}}=\d",
            "all",
        ),
        ("URL", "mgh.org", DOMAIN, "the host alone"),
        ("URL", "mgh.org:8080/x", rf"{DOMAIN}/[a-z]", "a host before a colon is no scheme"),
        ("URL", "www.example.org", r"www\.example\.(?:com|net)", "at such a domain already"),
        ("URL", "ftp://ann:secret@mgh.org/", rf"ftp://{DOMAIN}/", "a user in front of the host"),
        ("IPADDR", "10.1.2.3", r"(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}", "four numbers"),
        ("IPADDR", "10.1.2.3:8080", r"[\d.]+:\d{4}", "with a port"),
        ("IPADDR", "fe80::1ff:fe23", r"2001:db8::[0-9a-f:]+", "short form"),
        ("IPADDR", "2001:0db8:85a3:0000:0000:8a2e:0370:7334", r"2001:db8::[0-9a-f:]+", "long form"),
        ("IPADDR", "host-7", r"[a-z]{4}-\d", "no address"),
    ],
)
def test_contacts(label: str, text: str, pattern: str, remark: str) -> None:
    [new] = rewritten(note((label, text)), STYLE)
    assert re.fullmatch(pattern, new), remark
    assert new != text


def test_addresses_are_those_for_documentation() -> None:
    for number in range(50):
        four, six = rewritten(note(("IPADDR", f"10.0.0.{number}"), ("IPADDR", f"fe80::{number}")), STYLE)
        assert ipaddress.ip_address(four).is_private
        assert ipaddress.ip_address(six) in ipaddress.ip_network("2001:db8::/32")


def test_an_address_follows_the_name() -> None:
    name, address = rewritten(note(("PATIENT", "Siobhan Keane"), ("EMAIL", "siobhan.keane@mgh.org")), STYLE)
    assert address.partition("@")[0] == name.lower().replace(" ", ".")
