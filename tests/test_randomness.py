from scrubjay.randomness import generator


def test_streams_are_repeatable_and_apart() -> None:
    def draw(*arguments: int | str) -> list[int]:
        return list(map(int, generator(*arguments).integers(0, 1_000, size=8)))  # type: ignore[arg-type]

    assert draw(1, "a") == draw(1, "a")
    assert len({tuple(draw(*each)) for each in ((1, "a"), (2, "a"), (1, "b"), (1,), (1, "a", 1), (1, "a", 11))}) == 6
