"""A step's tagger, for use: a model folder like any other, with a card that says where it comes from."""

from pathlib import Path

from safetensors.torch import load_file

from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.errors import UnknownNameError, UsageError
from scrubjay.models.export import export
from scrubjay.models.folder import save
from scrubjay.training.preparing import untrained
from scrubjay.training.run import MODEL, RUNTIME
from scrubjay.training.starting import PARTS
from scrubjay.transfer.learning import WEIGHTS, folder_of
from scrubjay.transfer.results import Results
from scrubjay.transfer.steps import Step, plan


def best_step(results: Results, target: str) -> Step:
    """Return the step that does best on a target's validation notes, over all seeds; of those with all its notes."""
    if target not in results.study.corpora:
        raise UnknownNameError("corpus", target, results.study.corpora)
    every = plan(results.study, results.available)
    return results.chosen([step for step in every if step.notes is None and step.parts == PARTS], [target])


def step_named(results: Results, name: str) -> Step:
    """Return the step of a name."""
    known = {step.name: step for step in plan(results.study, results.available)}
    if name not in known:
        raise UnknownNameError("step", name, known)
    return known[name]


def publish(results: Results, step: Step, seed: int, folder: Path) -> None:
    """Write the tagger of a step and a seed into a new folder, for training on and for use."""
    study, told = results.study, results.told
    if seed not in study.seeds:
        raise UsageError(f"the study has no seed {seed}; it has {', '.join(map(str, study.seeds))}")
    if folder.exists():
        raise UsageError(f"{folder} is there; name another folder")
    weights = folder_of(results.folder, step, seed) / WEIGHTS
    if not weights.exists():
        raise UsageError(f"{results.folder} is not complete: {step.name}, seed {seed} is missing; run it again")
    assert study.tagger.vectors.folder is not None
    vectors = load_vectors(study.tagger.vectors.folder)
    tagger = untrained(study.tagger, told["tags"], told["characters"], vectors)
    tagger.load_state_dict(load_file(weights))
    tagger.eval()
    card = _card(results, step, seed)
    export(tagger, folder / RUNTIME, card)
    save(tagger, folder / MODEL, card)


def _card(results: Results, step: Step, seed: int) -> str:
    scores = "\n".join(
        f"- strict F1 on the test notes of {name}: {results.f1s(step, name)[results.study.seeds.index(seed)]:.4f}"
        for name in results.study.corpora
    )
    known = set(results.told["tags"])  # labels of the training notes
    dropped = sorted({label for each in results.told["corpora"].values() for label in each["dropped"]})
    gone, trimmed = ([label for label in dropped if (label in known) == kept] for kept in (False, True))
    return f"""# A tagger of a transfer study

- trained as {step.name} (A+B: mixed, A>B: one after the other), seed {seed}, on {", ".join(sorted(step.learnt))}
- labels of {results.study.labels}; not looked for: {", ".join(gone) or "none"}; in part only (years, ages below 90):
  {", ".join(trimmed) or "none"}
{scores}
- not audited: it may remember what it learnt from
"""
