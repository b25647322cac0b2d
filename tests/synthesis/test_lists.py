from scrubjay.synthesis.lists import entries, known_states, part_of, single


def test_the_parts_share_no_entry_and_miss_none() -> None:
    for name in ("surnames", "given_female", "cities_us", "professions", "countries"):
        train, test = set(entries(name, "train")), set(entries(name, "test"))
        assert not train & test
        assert 0.15 < len(test) / (len(train) + len(test)) < 0.35, name
    assert part_of("smith") == part_of("smith")


def test_single_words_are_words() -> None:
    assert all(entry.isalpha() and len(entry) > 2 for entry in single("surnames", "train"))
    assert ("Ohio", "OH") in known_states()
