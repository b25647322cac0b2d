import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import SettingsError
from scrubjay.training.space import Range, Space, changed, space

DATA = '[data]\ntrain = "a"\nvalidation = "b"\n'


def read(text: str) -> Space:
    return space(tomllib.loads(text), "s.toml")


SOUND = read(
    DATA
    + """
[search]
optimiser.rate = { low = 1e-4, high = 1e-1, log = true }
batch = { low = 4, high = 64, log = true, kind = "int" }
"network.units" = [64, 128, 256]
[search.network]
casing = [true, false]
layers = [1, 2]
"""
)


def test_names_may_be_dotted_quoted_or_tables() -> None:
    assert set(SOUND.searched) == {
        "optimiser.rate",
        "batch",
        "network.units",
        "network.casing",
        "network.layers",
    }
    chosen = SOUND.settings({"optimiser.rate": 0.01, "network.units": 64, "batch": 5})
    assert (chosen.optimiser.rate, chosen.network.units, chosen.batch, chosen.optimiser.kind) == (
        0.01,
        64,
        5,
        "adamw",
    )


@given(st.integers(0, 2**40), st.integers(1, 10_000))
def test_draws_lie_within_their_bounds_and_repeat_themselves(seed: int, trial: int) -> None:
    drawn = SOUND.draw(seed, trial)
    assert drawn == SOUND.draw(seed, trial)
    SOUND.settings(drawn)
    rate, batch = drawn["optimiser.rate"], drawn["batch"]
    assert isinstance(rate, float)
    assert 1e-4 <= rate <= 1e-1
    assert isinstance(batch, int)
    assert 4 <= batch <= 64
    assert drawn["network.units"] in (64, 128, 256)


@given(
    st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)),
    st.floats(0, 1, exclude_max=True),
    st.booleans(),
    st.sampled_from(["float", "int"]),
)
def test_a_range_keeps_its_promise(ends: tuple[float, float], share: float, log: bool, kind: Any) -> None:
    low, high = sorted(map(float, map(round, ends)) if kind == "int" else ends)
    found = Range(low, high, log and low > 0, kind)
    assert not list(found.faults())
    value = found.at(share)
    assert low <= float(value) <= high
    assert type(value).__name__ == kind


def test_every_whole_number_and_every_order_of_magnitude_has_its_share() -> None:
    dice = [Range(-1, 4, kind="int").at((i + 0.5) / 600) for i in range(600)]
    assert {face: dice.count(face) for face in set(dice)} == dict.fromkeys(range(-1, 5), 100)
    rates = [float(Range(1e-4, 1e-1, log=True).at(i / 300)) for i in range(300)]
    assert abs(sum(rate < 1e-3 for rate in rates) - 100) <= 1


def test_a_trial_depends_on_the_seed_its_number_and_a_settings_name_alone() -> None:
    fewer = Space(SOUND.values, {"batch": SOUND.searched["batch"]})
    assert [fewer.draw(3, i)["batch"] for i in range(9)] == [SOUND.draw(3, i)["batch"] for i in range(9)]
    assert len({SOUND.draw(3, i)["optimiser.rate"] for i in range(50)}) == 50
    assert SOUND.draw(3, 1) != SOUND.draw(4, 1)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("optimiser.rat = [1]", r"unknown key 'optimiser.rat' \(did you mean 'rate'\?\)"),
        ("bach = [1]", r"unknown key 'bach' \(did you mean 'batch'\?\)"),
        ("batch.size = [1]", "'batch.size'.*'batch' must be int, not dict|'batch' must be int, not dict"),
        ("optimiser.rate = { low = 2.0, high = 1.0 }", r"'optimiser.rate': low \(2\) is above high \(1\)"),
        (
            "optimiser.rate = { low = 0.0, high = 1.0, log = true }",
            "'optimiser.rate': log needs a low above 0, not 0",
        ),
        ("optimiser.rate = { low = 0.0, high = inf }", "'optimiser.rate': low and high must be finite"),
        ("optimiser.rate = { low = 0.1 }", "'optimiser.rate': key 'high' is missing"),
        ("optimiser.rate = { low = 0.1, high = 1.0, lug = true }", "'optimiser.rate': unknown key 'lug'"),
        ("batch = { low = 4, high = 64 }", "'batch' must be int, not float"),
        ("batch = { low = 4.5, high = 64, kind = 'int' }", "'batch': low and high must be whole numbers"),
        ("batch = []", "'batch': the list of choices is empty"),
        ("batch = 4", "'batch': must be a list of choices, or a table with low and high"),
        ("batch = [4, 'many']", "'batch' must be int, not str"),
        ("batch = [[4]]", "'batch': a choice must be a string, a number, true or false"),
        ("optimiser.kind = ['adam', 'adan']", "'optimiser.kind' must be one of"),
        ("optimiser = ['adam']", "'optimiser' must be OptimiserSettings, not str"),
    ],
)
def test_a_fault_names_its_key(line: str, fault: str) -> None:
    with pytest.raises(SettingsError, match=fault) as caught:
        read(f"{DATA}[search]\n{line}\n")
    assert len(caught.value.faults) == 1


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        read("epochs = 'many'\n[search]\nbatch = []\noptimiser.rate = { low = 2, high = 1 }\nnetwork.unitz = [3]\n")
    told = "; ".join(caught.value.faults)
    for words in ("'epochs' must be int", "'data' is missing", "'batch'", "'optimiser.rate'", "'network.unitz'"):
        assert words in told
    assert len(caught.value.faults) == 5
    for table in ("", "search = 3\n", "[search]\n"):
        with pytest.raises(SettingsError, match="a \\[search\\] table is missing"):
            read(table + DATA)


def test_a_changed_value_leaves_what_was_given_as_it_is() -> None:
    before = {"a": {"b": 1}, "c": 2}
    assert changed(before, "a.d", 3) == {"a": {"b": 1, "d": 3}, "c": 2}
    assert before == {"a": {"b": 1}, "c": 2}
    with pytest.raises(SettingsError, match="'c' is a value, not a table"):
        changed(before, "c.d", 3)
