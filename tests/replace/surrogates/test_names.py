import pytest

from scrubjay.replace.options import StyleOptions
from scrubjay.replace.surrogate import Surrogate
from scrubjay.replace.surrogates.names import given_names, parts
from scrubjay.replace.surrogates.pools import pools
from scrubjay.replace.surrogates.words import name_words
from tests.replace.notes import KEY, note, rewritten

STYLE = Surrogate(KEY, StyleOptions())


def people(*mentions: str, before: str = "seen: ") -> list[str]:
    return rewritten(note(*(("PATIENT", each) for each in mentions), before=before), STYLE)


def test_every_way_of_writing_a_name_agrees() -> None:
    last_first, married, full, initial, dotted, shouted, own = people(
        "O'Connell, Siobhán",
        "Mrs. O'Connell",
        "Siobhán O'Connell",
        "S. O'Connell",
        "S.O.",
        "SIOBHAN O’CONNELL",
        "Siobhán's",
    )
    given, surname = full.split(" ")
    assert last_first == f"{surname}, {given}"
    assert married == f"Mrs. {surname}"
    assert initial == f"{given[0]}. {surname}"
    assert dotted == f"{given[0]}.{surname[0]}."
    assert shouted == full.upper()
    assert own == f"{given}'s"


@pytest.mark.parametrize(
    "spellings",
    [
        ["D'Angelo", "Dangelo", "D’Angelo", "D‘Angelo", "Dʼangelo"],
        ["Ndung'u", "Ndungu"],  # the list has it with the apostrophe alone
        ["Q'zzqyx", "Qzzqyx"],  # and no list has this
        ["O'Brien-Nakamura", "OBrien-Nakamura", "Obrien-nakamura", "O’Brien‐Nakamura", "O'Brien‑Nakamura"],
        ["Qu'zyx-Zvartok", "Quzyx‑Zvartok"],
    ],
    ids=lambda spellings: spellings[0],
)
def test_every_spelling_of_a_name_is_one_name(spellings: list[str]) -> None:
    def words(name: str) -> str:
        return name.lower().translate({ord("‐"): "-", ord("‑"): "-"})

    alone = {words(people(spelling)[0]) for spelling in spellings}
    together = {words(name) for name in people(*spellings)}
    given = {words(name.split(" ")[1]) for name in people(*(f"Mary {spelling}" for spelling in spellings))}
    assert len(alone) == 1
    assert alone == together == given


def test_a_surrogate_is_no_real_name_spelt_otherwise() -> None:
    assert list(name_words("O'Brien, Dangelo")) == ["obrien", "dangelo"]


@pytest.mark.parametrize(
    ("text", "names", "remark"),
    [
        ("Jan van der Berg", ["Jan", "Berg"], "particles"),
        ("van der Berg, Jan", ["Berg", "Jan"], "particles first"),
        ("Van Houten", ["Houten"], "a particle in capitals"),
        ("Van Tran", ["Van", "Tran"], "a given name that is a particle elsewhere"),
        ("Al Smith", ["Al", "Smith"], "a given name that is a particle elsewhere"),
        ("Al-Rashid", ["Rashid"], "a particle with its hyphen"),
        ("Omar bin Khalid al Rashid", ["Omar", "Khalid", "Rashid"], "Arabic particles"),
        ("De La Cruz", ["Cruz"], "two particles"),
        ("Anh Do", ["Anh", "Do"], "a surname that is a degree elsewhere"),
        ("ANH DO", ["ANH", "DO"], "the same in capitals"),
        ("DO, ANH", ["DO", "ANH"], "the same, surname first"),
        ("John Smith, DO", ["John", "Smith"], "a degree after a comma"),
        ("John Smith DO", ["John", "Smith"], "a degree in capitals after a name that is not"),
        ("JOHN SMITH, MD, PHD", ["JOHN", "SMITH"], "degrees"),
        ("John Smith Jr., M.D.", ["John", "Smith"], "a degree with dots"),
        ("Smith III", ["Smith"], "a number in a name"),
        ("Dr. Jean-Luc Picard", ["Jean", "Luc", "Picard"], "the parts of a double name"),
        ("John and Mary Smith", ["John", "Mary", "Smith"], "two people"),
        ("Esq", ["Esq"], "nothing but a degree: then it is the name"),
        ("J. R. R. Wells", ["Wells"], "initials are no words"),
        ("e. e. cummings", ["cummings"], "small initials are no particles"),
        ("Jose Ortega y Gasset", ["Jose", "Ortega", "Gasset"], "a particle of one letter"),
        ("JFK", [], "three initials"),
        ("Siobha\u0301n", ["Siobha\u0301n"], "an accent does not end a word"),
        ("अमित", ["अमित"], "nor does a vowel sign"),
    ],
)
def test_what_in_a_name_is_a_name(text: str, names: list[str], remark: str) -> None:
    assert [part.text for part in parts(text) if part.kind == "name"] == names, remark
    assert "".join(part.text for part in parts(text)) == text


@pytest.mark.parametrize(
    ("name", "role", "remark"),
    [
        ("Mary", "female", "a woman's name"),
        ("James", "male", "a man's name"),
        ("Thomas", "male", "given name and surname: where it ranks higher"),
        ("Johnson", "surname", "a surname"),
        ("Leslie", "female", "of both: where it ranks higher"),
        ("Qzzqyx", "surname", "a word that no list has"),
    ],
)
def test_roles_are_kept(name: str, role: str, remark: str) -> None:
    for mention in (name, name.upper(), f"{name} Ruiz"):
        if role == "surname" and "Ruiz" in mention and name == "Qzzqyx":
            continue
        new = people(mention)[0].split(" ")[0].lower()
        assert new in pools().choices[role][new[0]], remark


def test_a_title_tells_whose_an_unknown_given_name_is() -> None:
    for title, role in (("Mrs. ", "female"), ("Ms ", "female"), ("Mr. ", "male")):
        full, alone = people("Qzzqyx Wells", "Qzzqyx", before=title)
        given = full.split(" ")[0].lower()
        assert given in pools().choices[role][given[0]], title
        assert alone.lower() == given, "the note is read as a whole first"
    inside = people("Mrs. Qzzqyx Wells")[0].split(" ")[1].lower()
    assert inside in pools().choices["female"][inside[0]]


def test_where_unknown_given_names_stand() -> None:
    assert given_names([("", "Qzzqyx Vrrtz-Wqqrt")]) == {"qzzqyx": "given"}
    assert given_names([("", "Vrrtz, Qzzqyx")]) == {"qzzqyx": "given"}
    assert given_names([("", "Qzzqyx Vrrtz, MD"), ("Mr. ", "Qzzqyx Vrrtz")]) == {"qzzqyx": "male"}
    assert given_names([("", "Qzzqyx"), ("", "Mary Smith")]) == {}


@pytest.mark.parametrize(
    ("model", "check"),
    [("SMITH", str.isupper), ("smith", str.islower), ("Smith", str.istitle), ("McDonald", str.istitle)],
)
def test_case_is_kept(model: str, check: object) -> None:
    assert callable(check)
    assert check(people(model)[0])


def test_each_part_of_a_double_name_has_its_case() -> None:
    first, second = people("Smith-JONES")[0].split("-")
    assert first.istitle()
    assert second.isupper()


def test_initials_follow_names() -> None:
    """Every name with S gets the same new initial, another one than S, and so does a lone S."""
    new = people("Smith", "Sanchez", "Stone", "S.", "s")
    assert len({each[0].lower() for each in new}) == 1
    assert new[0][0] != "S"
    assert new[3:] == [f"{new[0][0]}.", new[0][0].lower()]
    assert len(people("JS")[0]) == 2


def test_letters_change_places() -> None:
    memory = STYLE._memory
    for patient in ("p1", "p2", "p3"):
        mapped = memory.letters(patient)
        assert len(mapped) == 26
        assert all(old != new for old, new in mapped.items())
        assert {mapped[letter] for letter in pools().letters} == set(pools().letters)


def test_length_is_roughly_kept() -> None:
    short, long = people("Ng", "Papadopoulos")
    assert len(short) < len(long)


def test_digits_in_a_name_change() -> None:
    assert people("Smith2")[0][-1] not in "2"
    assert people("Smith2")[0][:-1] == people("Smith")[0]
