"""The trainings of a study, as S4's four phases need them: what each learns from, and what it starts from."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from scrubjay.training.starting import PARTS
from scrubjay.transfer.settings import METHODS, TransferSettings

MOST_ORDERS = 6  # of several sources, one after the other
FEWEST_NOTES = 8  # at which a learning curve starts
TOO_NEAR = 1.3  # times a size of a learning curve: the next one is no less


@dataclass(frozen=True)
class Step:
    """A training: of one corpus or several mixed, by a method, from nothing or from what another step has learnt."""

    sources: tuple[str, ...]
    after: "Step | None" = None
    method: str = "plain"
    notes: int | None = None  # so many annotated notes, to learn from and to stop by; all
    parts: tuple[str, ...] = PARTS  # of the network that are carried over
    home: str | None = None  # of a method that scores otherwise at home: which corpus that is

    @property
    def name(self) -> str:
        """Return how it is written: A+B mixed, A>B one after the other, A@16 sixteen notes, jdl:A+B by a method."""
        own = "+".join(self.sources)
        own = own if self.method == "plain" else f"{self.method}:{own}"
        own = own if self.home is None else f"{own}({self.home})"
        own = own if self.notes is None else f"{own}@{self.notes}"
        if self.after is None:
            return own
        carried = "" if self.parts == PARTS else f"[{'+'.join(self.parts)}]"
        return f"{self.after.name}>{carried}{own}"

    @property
    def depth(self) -> int:
        """Return how many steps come before it."""
        return 0 if self.after is None else self.after.depth + 1

    @property
    def learnt(self) -> frozenset[str]:
        """Return all corpora that it has learnt from."""
        return frozenset(self.sources) | (self.after.learnt if self.after is not None else frozenset())


def sequence(names: Sequence[str]) -> Step:
    """Return the step that learns from corpora one after the other."""
    step: Step | None = None
    for name in names:
        step = Step((name,), step)
    assert step is not None
    return step


def orders(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the orders in which corpora are learnt from one after the other; of many, some.

    Each corpus comes last once, as long as there are no more than `MOST_ORDERS`: what comes last matters most.
    """
    if math.factorial(len(names)) <= MOST_ORDERS:
        return list(permutations(names))
    turned = [(*names[i + 1 :], *names[: i + 1]) for i in range(len(names))]
    return list(dict.fromkeys([*turned, *(tuple(reversed(one)) for one in turned)]))[:MOST_ORDERS]


def singles(study: TransferSettings) -> list[Step]:
    """Return phase 1: each corpus by itself."""
    return [Step((name,)) for name in study.corpora]


def others(study: TransferSettings, target: str) -> tuple[str, ...]:
    """Return the sources for a target."""
    return tuple(name for name in study.sources if name != target)


def targets(study: TransferSettings) -> tuple[str, ...]:
    """Return the corpora for which there are others to learn from."""
    return tuple(name for name in study.sources if others(study, name))


def sequential(study: TransferSettings, target: str) -> list[Step]:
    """Return phase 2: the other corpora one after the other, in several orders."""
    names = others(study, target)
    return [sequence(order) for order in orders(names)] if len(names) > 1 else []


def concurrent(study: TransferSettings, target: str) -> list[Step]:
    """Return phase 2: the other corpora mixed, by each method."""
    names = others(study, target)
    return [Step(names, method=method) for method in study.methods] if len(names) > 1 else []


def tried(study: TransferSettings, target: str, kind: str) -> list[Step]:
    """Return phase 2: the other corpora mixed by a kind of method, in every setting, if there are several."""
    names = others(study, target)
    known = dict.fromkeys((*study.methods, *study.variants))
    found = [Step(names, method=name) for name in known if study.method(name).kind == kind]
    return found if len(names) > 1 and len(found) > 1 else []


def fine_tuned(study: TransferSettings, target: str) -> list[Step]:
    """Return phase 3: the target's own notes after what phase 2 has learnt, by one domain's way."""
    before = [*sequential(study, target), *concurrent(study, target)] or [Step(others(study, target))]
    return [Step((target,), step) for step in before if step.method != "easyadapt"]


def mixed(study: TransferSettings, target: str) -> list[Step]:
    """Return phase 3: the target's own notes mixed with the others."""
    names = tuple(name for name in study.corpora if name == target or name in study.sources)
    return [Step(names, method=method, home=target if method == "easyadapt" else None) for method in study.methods]


def sizes(study: TransferSettings, available: int) -> list[int]:
    """Return how many notes of the new institution the learning curve has, up to all."""
    wanted = study.curve or tuple(FEWEST_NOTES * 2**i for i in range(available.bit_length()))
    return [*sorted({size for size in wanted if size * TOO_NEAR <= available}), available]


def curve(study: TransferSettings, available: int) -> list[Step]:
    """Return phase 4's learning curves: from nothing, and from all other institutions' notes."""
    if study.new is None:
        return []
    base = Step(study.sources)
    counts = [None if size == available else size for size in sizes(study, available)]
    return [Step((study.new,), after, notes=count) for after in (None, base) for count in counts]


def layered(study: TransferSettings) -> list[Step]:
    """Return the steps that carry over ever more layers, from the input to the tags."""
    if not study.layers or study.new is None:
        return []
    whole = Step((study.new,), Step(study.sources))
    return [replace(whole, parts=PARTS[: count + 1]) for count in range(len(PARTS) - 1)]


def plan(study: TransferSettings, available: int) -> list[Step]:
    """Return all steps of a study, each once, a step behind the one it starts from."""
    wanted: list[Step] = [*singles(study)] if study.has(1, 2, 3) else []
    for target in targets(study):
        if study.has(2, 3):
            wanted += [*sequential(study, target), *concurrent(study, target)]
            wanted += [step for kind in METHODS for step in tried(study, target, kind)]
        if study.has(3):
            wanted += [*fine_tuned(study, target), *mixed(study, target)]
    if study.new is not None and study.has(4):
        wanted += [Step(study.sources), *curve(study, available), *layered(study)]
    every = dict.fromkeys(one for step in wanted for one in _with_its_own(step))
    return sorted(every, key=lambda step: step.depth)  # stable


def _with_its_own(step: Step) -> Iterator[Step]:
    if step.after is not None:
        yield from _with_its_own(step.after)
    yield step


def pairs(study: TransferSettings) -> list[tuple[str, str]]:
    """Return the pairs of a source and another corpus."""
    return [(a, b) for one, other in combinations(study.corpora, 2) for a, b in ((one, other), (other, one))]
