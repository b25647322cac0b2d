"""Detectors, a policy and a replacer as one thing: a note in, a release out, or the note is withheld."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scrubjay.deidentify.leaks import ID_TELLS, leaks, standing, told_by
from scrubjay.detect.detector import Detector
from scrubjay.detect.known import KnownIdentifiers, read_known
from scrubjay.detect.policy import Policy
from scrubjay.detect.policy import policy as find_policy
from scrubjay.detect.resolve import resolve
from scrubjay.detect.rules.detector import RuleDetector
from scrubjay.detect.tagger.curve import Point, load_curve
from scrubjay.detect.tagger.referee import load_referee
from scrubjay.detect.tagger.shelf import find_tagger, tagger_name
from scrubjay.detect.tagger.spanish import SpanishRules
from scrubjay.documents.document import Document, nameable
from scrubjay.documents.span import Span
from scrubjay.errors import DocumentError, UsageError
from scrubjay.keys import Key, load_key
from scrubjay.replace.release import Release, cut
from scrubjay.replace.replacer import Replacer, StyleOptions
from scrubjay.replace.replacer import replacer as find_replacer

THRESHOLD = 0.5  # of what has no curve to choose one by
DEFAULT, RULES = "default", "rules"  # models: the one that comes along, and none but the rules


@dataclass(frozen=True)
class Deidentifier:
    """Takes identities out of notes. Holds no notes; safe to use from several processes.

    >>> import scrubjay
    >>> scrubjay.load().redact("Seen by Dr. Wells on 3/28/2024, BP 120/80.").text
    'Seen by Dr. [DOCTOR] on [DATE]/2024, BP 120/80.'
    """

    detectors: tuple[Detector, ...]
    policy: Policy
    replacer: Replacer
    threshold: float = THRESHOLD
    known: KnownIdentifiers | None = None
    given: bool = False  # whether spans that a note brings along count as well

    def __post_init__(self) -> None:
        """Refuse a threshold that cannot be meant."""
        if not 0 <= self.threshold <= 1:
            raise UsageError("the threshold is a number from 0 to 1")

    def detect(self, note: str | Document) -> Document:
        """Return the note with the spans that the policy takes out, whole or in part."""
        [found] = self.find([_document(note)])
        return self.policy.apply(found)

    def find(self, documents: Sequence[Document]) -> list[Document]:
        """Return the notes with everything found in them, before the policy; spans do not overlap."""
        results = [detector.detect(documents) for detector in self.detectors]
        if self.known:
            results.append(self.known.detect(documents))
        found = []
        for i, document in enumerate(documents):
            spans: list[Span] = list(document.spans) if self.given else []
            for result in results:
                spans += [span for span in result[i] if span.score is None or span.score >= self.threshold]
            resolved = document.with_spans(resolve(spans))
            # Spans that somebody gave, and no detector joins, are taken as they are.
            found.append(everywhere(resolved) if self.detectors else resolved)
        return found

    def redact(self, note: str | Document) -> Release:
        """Return the note as it may be released; raises DocumentError if something found would still stand in it."""
        [found] = self.find([_document(note)])
        return self.release(found)[1]

    def release(self, found: Document, replacer: Replacer | None = None) -> tuple[Document, Release]:
        """Return what goes of a note whose spans are found, and its release, after a last look for leaks."""
        style = replacer or self.replacer
        decided = self.policy.apply(found, style.whole_dates)
        release = cut(decided, style.replacements(decided))
        strings = self.known.strings(found) if self.known else None
        if count := leaks(decided, release, strings, self.policy):
            what = f"note {nameable(found.id) or 'whose id is not shown'}"
            raise DocumentError(f"{what}: {count} found or known identifiers still stand in the release")
        if told_by(decided, found.id):
            raise DocumentError(f"a note: {ID_TELLS}")
        return decided, release


def everywhere(found: Document) -> Document:
    """Return a note in which what was found in one place is found in all."""
    others = standing(found) if found.spans else []
    return found.with_spans(resolve([*found.spans, *others])) if others else found


def _document(note: str | Document) -> Document:
    return note if isinstance(note, Document) else Document("note", note)


@dataclass(frozen=True)
class Settings:
    """What a deidentifier is made of, by name: travels to worker processes and into reports."""

    policy: Policy
    style: str = "tag"
    options: StyleOptions = field(default_factory=StyleOptions)
    key: Key | None = None
    threshold: float | None = None  # None for the model's own
    known: Path | None = None
    spans: str = "both"  # found, given, or both
    model: str = DEFAULT  # a tagger's name or folder, or RULES

    def build(self) -> Deidentifier:
        """Return the deidentifier."""
        return Deidentifier(
            detectors=self._detectors() if self.spans != "given" else (),
            policy=self.policy,
            replacer=find_replacer(self.style, self.key, self.options),
            threshold=self.chosen_threshold,
            known=read_known(self.known) if self.known else None,
            given=self.spans != "found",
        )

    @property
    def folder(self) -> Path | None:
        """Where the model is; None for the rules."""
        return None if self.model == RULES else find_tagger(self.model)

    @property
    def chosen_threshold(self) -> float:
        """How sure a find must be: as somebody says, or as the model's curve has it."""
        if self.threshold is not None:
            return self.threshold
        curve = load_curve(self.folder) if self.folder is not None else None
        return THRESHOLD if curve is None else curve.usual

    def _detectors(self) -> tuple[Detector, ...]:
        """Return the rules, or a tagger with the rules of its language. The policy `all` leaves it its own labels."""
        folder = self.folder
        if folder is None:
            return (RuleDetector(),)
        from scrubjay.detect.tagger.combined import CombinedDetector
        from scrubjay.detect.tagger.detector import TaggerDetector  # numpy and onnxruntime take their time

        tagger = TaggerDetector(folder, tagger_name(folder), own_labels=self.policy.name == "all")
        if tagger.language == "en":
            referee = load_referee(folder)
            return (RuleDetector(), tagger) if referee is None else (CombinedDetector(tagger, referee),)
        if tagger.language == "es":
            return (SpanishRules(tagger),)
        return (tagger,)


def load(
    policy: str | Policy = "safe-harbor",
    style: str = "tag",
    *,
    model: Path | str = DEFAULT,
    key: Key | Path | str | None = None,
    options: StyleOptions | None = None,
    threshold: float | None = None,
    recall: float | None = None,
    known_identifiers: Path | str | None = None,
) -> Deidentifier:
    """Return a deidentifier: by default the English model, HIPAA Safe Harbor, and tags such as [PATIENT].

    `model` is a trained tagger, by name (default, meddocan-es) or folder, which rules of its language join; or
    "rules" for the English rules alone. `threshold` is how sure a find must be, if not as sure as the model's card
    says; `recall` chooses the threshold that reached so much on the model's validation notes.
    `policy` is a name, a TOML file or a Policy; `style` one of tag, mask, remove, surrogate, shift and hash, the last
    three with a secret `key`, or the path of the file that holds it.
    """
    if isinstance(key, str | Path):
        key = load_key(Path(key))
    if key is not None and not isinstance(key, Key):
        raise UsageError(f"a key is a Key, or the path of its file, not {type(key).__name__}")
    chosen = policy if isinstance(policy, Policy) else find_policy(policy)
    if recall is not None:
        if threshold is not None:
            raise UsageError("recall chooses the threshold; give one of them")
        threshold = for_recall(str(model), recall).threshold
    known = Path(known_identifiers) if known_identifiers is not None else None
    return Settings(chosen, style, options or StyleOptions(), key, threshold, known, "both", str(model)).build()


def for_recall(model: str, recall: float) -> Point:
    """Return the threshold that reached a recall on a model's validation notes, and what else it gave."""
    if not 0 < recall <= 1:
        raise UsageError("a recall is a number above 0, at most 1")
    curve = None if model == RULES else load_curve(find_tagger(model))
    if curve is None:
        raise UsageError(f"{model} has no curve to choose a threshold by; give a threshold")
    return curve.for_recall(recall)
