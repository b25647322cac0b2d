"""E-mail, web and network addresses."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Seizures 09:47:20-09:49:05 on the left.", "from one time to another"),
    ("See chapter 10.3.2.1, build 11.4.2.87.", "numbers of chapters and builds"),
    ("E-mail: [[EMAIL:a.wells@example.org]]", "an e-mail address"),
    ("Write to [[EMAIL:anna_wells+clinic@mail.example.co.uk]].", "an e-mail address with signs"),
    ("See [[URL:https://portal.example.org/visit?id=7]] for details.", "a web address"),
    ("See [[URL:www.example.org/clinic]].", "a web address without protocol"),
    ("Forms at [[URL:example.org]].", "a bare host"),
    ("Login from [[IPADDR:192.168.10.44]].", "a network address"),
    ("Device at [[IPADDR:2001:db8:85a3:0:0:8a2e:370:7334]].", "a long network address"),
    ("Glucometer [[DEVICE:00:1B:44:11:3A:B7]] was paired.", "the address of a network card"),
    ("Software version 10.4.2.1 installed.", "a version is no network address"),
    ("Ratio 617:555 was noted.", "numbers with a colon"),
    ("Mail [[EMAIL:j.brandt@clinic.example]] or see [[URL:http://clinic.example/a]].", "both in one sentence"),
    ("Given q.d. by Dr. [[DOCTOR:Wells]]. No change.", "points that are no hosts"),
    ("Dose 1.5.2 of the protocol @ 5 pm.", "an at sign alone"),
]
KNOWN_FAILURES: Rows = []

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
