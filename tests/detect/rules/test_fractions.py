"""Fractions that are dates, and those that are strengths, pressures, scores and doses."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Bloods [[DATE:14/3]]. OT [[DATE:15/3]], home visit 24/7.", "the day first"),
    ("Oxygen on 24/7 at home.", "always"),
    ("Sertraline 14/7, then 18/12 of rest.", "days and months as British notes have them"),
    ("DOL 23, PMA 31 3/7, soft.", "weeks and days of a pregnancy"),
    ("Amoxil 500 tds 5/7. Recheck bloods in 3/12.", "courses and spans as British notes have them"),
    ("discharged [[DATE:1/8]]. d/c [[DATE:9/10]], surgery [[DATE:2/6]].", "what days follow"),
    ("LMP [[DATE:4/10]]. CT chest [[DATE:3/4]]. follow up [[DATE:6/7]].", "more of it"),
    ("from [[DATE:2/3]] to [[DATE:8/9]], week of [[DATE:6/10]]", "a range"),
    ("pain from 8/10 to 2/10", "scores that change"),
    ("BP 120/80, pulse 70.", "a blood pressure"),
    ("Blood pressure was 118/76 in both arms.", "a blood pressure in words"),
    ("BP 11/6 recorded in error.", "a pressure that could be a day"),
    ("Strength 5/5 in all extremities.", "full strength"),
    ("5/5 strength throughout.", "strength behind the fraction"),
    ("Motor: 4/5 left grip, 5/5 right.", "strengths in a list"),
    ("Vision 20/40 right, 20/25 left.", "vision"),
    ("VA 20/20 OU.", "vision, short"),
    ("Pain 4/10 at rest, 7/10 with walking.", "a pain score"),
    ("Took 1/2 tab at bedtime.", "half a tablet"),
    ("Take 1/2 tablet twice daily.", "half a tablet in words"),
    ("Reflexes 2/4 and symmetric.", "reflexes"),
    ("Grade 2/6 systolic murmur.", "a murmur"),
    ("A 3/6 murmur at the apex.", "a murmur behind the fraction"),
    ("Apgars 8/9.", "Apgar scores"),
    ("MMSE 28/30, MoCA 24/30.", "tests out of thirty"),
    ("GCS 15/15.", "a coma score"),
    ("Nodes 2/12 positive.", "lymph nodes"),
    ("Percocet 5/325 as needed.", "a combined drug"),
    ("Advair 250/50 one puff.", "another combined drug"),
    ("D5 1/2 NS at 75 ml per hour.", "half normal saline"),
    ("Smokes 1/2 ppd.", "half a packet"),
    ("Blood cultures 1/2 bottles positive.", "bottles"),
    ("Seen [[DATE:3/28]] with strength 5/5.", "both in one sentence"),
    ("Seen on [[DATE:5/5]] for follow up.", "a day that looks like a strength"),
    ("Admitted [[DATE:4/10]] with pain 4/10.", "a day and a score that look the same"),
    ("Labs [[DATE:2/14]]: unchanged. Seen again on [[DATE:2/3]].", "doubtful alone, clear beside its month"),
    ("Echo [[DATE:1/9]] showed normal function.", "after a test"),
    ("Ratio was 3/4 at baseline.", "a ratio"),
    ("Pulses 2+ and 1/4 in the left foot.", "a pulse"),
    ("Recall 3/3 words.", "words recalled"),
    ("Gravida 3, para 2/3.", "a number of births"),
    ("PHQ-9 12/27, GAD-7 10/21, Braden 18/23.", "questionnaires"),
    ("Norco 10/325, Bactrim 800/160.", "more combined drugs"),
    ("Day 4/10 of antibiotics, cycle 2/6.", "days of a course"),
    ("FEV1/FVC was 65/80, I/O 1200/900.", "other pairs"),
    ("3/4 cup of juice, 8/12 siblings.", "cups and siblings"),
    ("ABG 7.38/42/88/24", "a blood gas"),
]
KNOWN_FAILURES: Rows = [
    ("Ranson 2/11 on arrival.", "a score that could be a day"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
