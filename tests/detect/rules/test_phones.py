"""Telephones, fax machines, pagers and extensions, with and without area code."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Reached by phone at 0341, then by phone 2/6 1300.", "times of calls"),
    ("Told by phone [[DATE:7/16/24]] 0902, then by phone 2138 [[DATE:7-19-22]].", "times and days of calls"),
    ("Lumbar flex 50, ext 10.", "how far a back bends"),
    ("Ext: 2+ edema, wrist ext 4+/5, C-spine ext 15 w/ pain.", "extremities and strengths"),
    ("Signed, PA-C [[DATE:09/17/24]] 0041", "a credential that ends in the letter for cell phones"),
    ("Wrist ext 15 min, then ice.", "an exercise"),
    ("Alkalinize to pH 6.5-7.0.", "an acidity"),
    ("AROM: FLEX 40%, EXT 50%.", "an extension of the back"),
    ("Bleep [[PHONE:2214]] if concerns.", "a British pager"),
    ("tel. [[PHONE:819 555-0136 poste 2240]]", "a Canadian extension"),
    ("Hz   250  500  1000   dB", "columns of a table"),
    ("Call [[PHONE:(503)5550142]].", "only the area apart"),
    ("Call [[PHONE:(617) 555-0142]] with results.", "area code in brackets"),
    ("Call [[PHONE:617-555-0142]] with results.", "with hyphens"),
    ("Call [[PHONE:617.555.0142]] with results.", "with points"),
    ("Call [[PHONE:617 555 0142]] with results.", "with spaces"),
    ("Call [[PHONE:1-800-555-0142]] with results.", "with a leading one"),
    ("Call [[PHONE:555-0142]] with results.", "without area code"),
    ("Phone: [[PHONE:6175550142]]", "ten figures run together after a cue"),
    ("Tel. [[PHONE:555 0142]]", "seven figures with a space after a cue"),
    ("Reach me at [[PHONE:617-555-0142 x204]].", "with an extension"),
    ("Reach me at [[PHONE:617-555-0142 ext. 33]].", "with an extension in words"),
    ("Office ext. [[PHONE:4417]].", "an extension alone"),
    ("Call Dr. [[DOCTOR:Smith]] at ext [[PHONE:45]] or ext. [[PHONE:12]].", "short extensions"),
    ("Lab at [[PHONE:x4417]].", "an extension with an x"),
    ("Fax: [[FAX:617-555-0143]]", "a fax"),
    ("Fax number [[FAX:(617) 555-0143]]", "a fax number in words"),
    ("Faxed to [[FAX:617-555-0143]].", "faxed to"),
    ("Phone [[PHONE:617-555-0142]], fax [[FAX:617-555-0143]].", "both"),
    ("Pager [[PHONE:31542]].", "a pager"),
    ("Pager #[[PHONE:31542]]", "a pager with a sign"),
    ("Beeper: [[PHONE:4-1772]]", "a beeper"),
    ("Mobile [[PHONE:+44 20 7946 0123]].", "another country"),
    ("Cell: [[PHONE:+1 617 555 0142]]", "with the country's code"),
    ("Potassium 3.4, sodium 140, chloride 102.", "lab values"),
    ("Range 110-150 before meals.", "a range of values"),
    ("Give 500 ml at 10:30.", "a dose and a time"),
    ("q 4-6 hours, 2-3 times.", "small ranges"),
    ("FAX [[FAX:617.555.0143]]", "a fax with points"),
    ("Fax: [[FAX:555-0143]]", "a fax without area code"),
    ("Home [[PHONE:(617)555-0142]], cell [[PHONE:617-555-0199]].", "no space behind the brackets"),
    ("From abroad: [[PHONE:011 44 20 7946 0123]]", "the code to call abroad"),
]
KNOWN_FAILURES: Rows = [
    ("Paged [[PHONE:31542]] twice.", "a pager without the word pager"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
