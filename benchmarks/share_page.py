"""The page of what may be given away, docs/results/share.md and .png, from the figures of benchmarks/share.py."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from matplotlib.figure import Figure

from scrubjay.transfer.tables import table

SEEDS = (1, 2, 3)
NOISES = (0.0, 1.0, 2.0, 4.0)  # times the vectors' standard deviation
_COUNTS = (5, 20, 100, 500)
_GUESSING = 0.5  # what guessing achieves
Figures = dict[str, Any]


def group(figures: Figures, name: str) -> list[dict[str, Any]]:
    """Return the results of an experiment, one for each seed that was run."""
    return [figures[f"{name}-{seed}"] for seed in SEEDS if f"{name}-{seed}" in figures]


def _titles() -> dict[str, str]:
    """Return what each experiment is, in the order of the page."""
    return {
        "plain": "the notes as they are: non-private (N = 1)",
        "told": "the same, told how usual words are",
        "long": "the same, told so, and 25 epochs instead of 12",
        **{f"pseudonyms-{count}": f"pseudonyms, N = {count}" for count in _COUNTS},
        "mixed-100": "pseudonyms, N = 100, and the notes as they are (F1.24)",
        "letters-1": "the notes as they are, read letter by letter as well",
        "letters-100": "pseudonyms, N = 100, read letter by letter as well (F1.25)",
        **{f"ours-{count}": f"private representation, N = {count}" for count in _COUNTS},
        "pooled-100": "the same, N = 100, its tagger gone on with what becomes of all notes",
        "fresh-100": "the same, N = 100, a tagger learnt from that alone",
        "both-100": "the same, N = 100, with the adversaries' loss as well",
        "bare-100": "the same, N = 100, without bottleneck, casing and how usual words are",
        "dynamic-100": "the same, N = 100, dynamic noise (F1.27)",
        "size100-100": "the same, N = 100, 100 numbers",
        "s1-100": "S1's three parts, N = 100",
        "dann-100": "S1's gradient reversal, N = 100",
        "unhidden": "our representation before anything is hidden",
        **{f"one-{count}": f"words that pairs tie together made one, N = {count}" for count in _COUNTS},
    }


def _mean(values: Sequence[float]) -> str:
    """Return a mean in per cent, and how far apart the seeds are."""
    if not values:
        return "-"
    reach = f" ({100 * min(values):.2f}-{100 * max(values):.2f})" if len(values) > 1 else ""
    return f"{100 * fmean(values):.2f}{reach}"


def scores(figures: Figures, language: str = "") -> str:
    """Return S1's Table 2 and Figures 4 and 5 (left) in figures, of MEDDOCAN or of "english-"."""
    columns = {"f1": "F1 of words", "recall": "recall", "strict_f1": "strict F1", "noisy_f1": "F1 with noise on"}
    if language:
        columns["unseen_f1"] = "F1 on another source"
    rows = []
    for name, title in _titles().items():
        if found := [each for each in group(figures, f"{language}{name}") if "f1" in each]:
            told = [[each[key] for each in found if key in each] for key in columns]
            rows.append([title, *map(_mean, told), str(len(found))])
    return table(["learnt from", *columns.values(), "seeds"], rows)


def residue(figures: Figures) -> str:
    """Return what pseudonyms leave to be seen (F1.15, F1.16)."""
    rows = []
    for count in _COUNTS:
        if found := group(figures, f"pseudonyms-{count}"):
            told = [each["residue"] for each in found]
            shares = [
                f"{100 * fmean(each[key] for each in told):.1f}"
                for key in ("unchanged_share", "shining_share", "covered_share")
            ]
            together = 100 * fmean(each["together"] for each in told)
            rows.append([str(count), *shares, f"{together:.1f}", f"{fmean(each['parts'] for each in told):.2f}"])
    heads = ["N", "words unchanged", "identities that shine through", "words with a vector", "one note or two"]
    return table([*heads, "holding it"], rows)


def attacks(figures: Figures) -> str:
    """Return how often each attack was right: Figure 5 (right) in figures, and what S1 did not try."""
    names = {name: title for name, title in _titles().items() if any("attacks" in e for e in group(figures, name))}
    names["english-ours-100"] = "the private representation, N = 100, English notes"
    names["longer-100"] = "the private representation, N = 100, attacks of 50 epochs"
    names["quiet-100"] = "the private representation, N = 100, with its noise off"
    names["weak-100"] = "S1's three parts, N = 100, with its noise off"
    kinds = dict.fromkeys(each["attack"] for name in names for e in group(figures, name) for each in e["attacks"])
    rows = []
    for name, title in names.items():
        for seed in SEEDS:
            if found := figures.get(f"{name}-{seed}"):
                cells = [_attempt(each) for each in found["attacks"]]
                rows.append([f"{title}; seed {seed}", *cells, f"{100 * found['upper_bound']:.1f}"])
    return table(["representation", *kinds, "no attack more than"], rows)


def _attempt(told: dict[str, Any]) -> str:
    low, high = told["interval"]
    mark = " **" if told["breaks"] else " *" if low > _GUESSING else ""
    return f"{100 * told['accuracy']:.1f} ({100 * low:.1f}-{100 * high:.1f}){mark}"


def relations(figures: Figures) -> str:
    """Return S1's findings beside ours, one a row."""
    plain = _score(figures, "plain")
    rows = []

    def add(found: str, theirs: str, names: Iterable[str], words: str) -> None:
        if all(group(figures, name) for name in names):
            rows.append([found, theirs, words])

    def short(name: str) -> str:
        return f"{plain - _score(figures, name):+.2f} points".replace("+", "loses ").replace("-", "gains ")

    if group(figures, "pseudonyms-100"):
        add("pseudonyms, N = 100", "loses .92 points", ["pseudonyms-100"], short("pseudonyms-100"))
    if group(figures, "ours-100"):
        add("adversarial representation, N = 100", "loses .27 points", ["ours-100"], short("ours-100"))
        add(
            "no attack tells names from it, N = 100",
            "T1, T2 at 50% after 50 more epochs",
            ["ours-100"],
            f"best attack {_best(figures, 'ours-100'):.1f}%; none can exceed {_limit(figures, 'ours-100'):.1f}%",
        )
    for name, found in (
        ("weak-100", "attacks tell where there is no noise"),
        ("quiet-100", "the same, of our representation: many words are alike without noise"),
        ("unhidden", "attacks tell where nothing was hidden"),
    ):
        if group(figures, name):
            add(found, "-", [name], _broken(figures, name))
    for name, found, theirs in (
        ("s1-100", "three-part training holds, N = 100", "about 50%"),
        ("dann-100", "gradient reversal breaks", "above 80% after 20 more epochs"),
    ):
        if group(figures, name):
            told = f"T1, T2 {_best(figures, name, ' T'):.1f}%; a look-up {_best(figures, name, 'look-up'):.1f}%"
            add(found, theirs, [name], f"{told}; F1 {short(name)}")
    if group(figures, "ours-500"):
        words = f"best attack {_best(figures, 'ours-500'):.1f}%; F1 {short('ours-500')}"
        add("holds up to N = 500", "about 50%; F1 above 95", ["ours-500"], words)
    if group(figures, "pseudonyms-500"):
        add("pseudonyms, N = 500", "loses 2.7 points", ["pseudonyms-500"], short("pseudonyms-500"))
    quiet, *noisy = [times for times in NOISES if group(figures, f"noise-{times:g}")] or [0.0]
    if noisy:
        none = _score(figures, f"noise-{quiet:g}")
        told = "; ".join(
            f"{times:g} times: {100 * group(figures, f'noise-{times:g}')[0]['still_nearest']:.0f}% of words stay "
            f"their own nearest, F1 loses {none - _score(figures, f'noise-{times:g}'):.2f} points"
            for times in noisy
        )
        rows.append(["fixed noise is no way (F1.14)", "twice the vectors' spread before neighbourhoods change", told])
    return table(["what S1 found", "S1", "here"], rows)


def _score(figures: Figures, name: str) -> float:
    found: list[float] = [each["f1"] for each in group(figures, name)]
    return 100 * fmean(found)


def _best(figures: Figures, name: str, kind: str = "") -> float:
    """Return how often the best attack of all seeds was right, in per cent."""
    told = [each for found in group(figures, name) for each in found["attacks"] if kind in each["attack"]]
    return max([100 * float(each["accuracy"]) for each in told], default=0.0)


def _broken(figures: Figures, name: str) -> str:
    """Return how often each seed's best attack was right: where it is to break something, the best seed flatters."""
    told = [100 * max(float(each["accuracy"]) for each in found["attacks"]) for found in group(figures, name)]
    return " / ".join(f"{each:.1f}%" for each in told)


def _limit(figures: Figures, name: str) -> float:
    return max(100 * float(found["upper_bound"]) for found in group(figures, name))


def others(figures: Figures) -> str:
    """Return what pairs tell by themselves, without a representation."""
    rows = [
        [kind, "; ".join(_attempt(each) for each in group(figures, f"pairs-{name}"))]
        for name, kind in (("literal", "S1's pairs"), ("fair", "our pairs"))
    ]
    return table(["pairs", "T1 that sees the words' vectors and no representation"], rows)


def neighbours(figures: Figures) -> str:
    """Return how long it takes to find neighbours."""
    return "\n".join(
        f"The 500 nearest of {each['words']:,} words among {each['among']:,} take {each['looked']:.1f} CPU seconds; "
        f"kept in a file, {each['cached']:.1f}."
        for each in group(figures, "near")
    )


def picture(figures: Figures, file: Path) -> None:
    """Draw S1's Figures 4 and 5: F1 over N, and how often attacks are right over N."""
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    for name, colour, mark, words in (
        ("pseudonyms", "#E69F00", "s--", "pseudonyms"),
        ("ours", "#0072B2", "o-", "private representation"),
    ):
        every = {1: "plain", **{count: f"{name}-{count}" for count in _COUNTS}}
        there = {count: each for count, each in every.items() if group(figures, each)}
        left.plot(there.keys(), [_score(figures, each) for each in there.values()], mark, color=colour, label=words)
        for count, each in there.items():
            dots = [100 * found["f1"] for found in group(figures, each)]
            left.plot([count] * len(dots), dots, ".", color=colour, alpha=0.5)
    left.axhline(_score(figures, "plain"), color="#666666", linestyle=":", label="non-private")
    left.set(xscale="log", xlabel="N, neighbours", ylabel="F1 of words, per cent")
    left.set_title("What a de-identifier learns", loc="left")
    known = [count for count in _COUNTS if group(figures, f"ours-{count}")]
    kinds = dict.fromkeys(a["attack"] for n in known for e in group(figures, f"ours-{n}") for a in e["attacks"])
    for place, kind in enumerate(kinds):
        for count in known:
            told = [a for e in group(figures, f"ours-{count}") for a in e["attacks"] if a["attack"] == kind]
            hits, total = sum(a["right"] for a in told), sum(a["total"] for a in told)
            spread = 196 * (0.25 / total) ** 0.5
            spot = count * 1.09 ** (place - len(kinds) / 2)
            right.errorbar(
                spot, 100 * hits / total, spread, fmt="o^DvsP"[place % 6], color=f"C{place}",
                label=kind if count == known[0] else None, markersize=4, linewidth=1,
            )  # fmt: skip
    right.axhline(50, color="#666666", linestyle=":")
    right.set(xscale="log", xlabel="N, neighbours", ylabel="right answers, per cent", ylim=(45, 60))
    right.set_title("What attacks tell; guessing is 50", loc="left")
    for axes, first in ((left, (1,)), (right, ())):
        axes.set_xlim(0.8 if first else 4, 640)
        axes.set_xticks([*first, *_COUNTS], [str(count) for count in (*first, *_COUNTS)])
        axes.minorticks_off()
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, fontsize=8)
    figure.savefig(file, dpi=110, metadata={"Software": None})


def page(figures: Figures, known: Sequence[str]) -> str:
    """Return docs/results/share.md, and in it how many of the known experiments are run."""
    parts = [_about(figures, known), scores(figures), _REPRESENTATION, "## Relation by relation with S1"]
    parts += [relations(figures), *_ones(figures), _attacks(figures), attacks(figures)]
    parts += [_RESIDUE, residue(figures)]
    if group(figures, "pairs-fair"):
        parts += [_PAIRS, others(figures)]
    if group(figures, "english-plain"):
        parts += [_ENGLISH, scores(figures, "english-"), *_losses(figures)]
    if group(figures, "near"):
        parts += ["## Neighbours", neighbours(figures)]
    return "\n\n".join(parts) + "\n"


def _about(figures: Figures, known: Sequence[str]) -> str:
    names = {name.rpartition("-")[0] for name in figures}
    few = sum(len(group(figures, name)) == 1 for name in names)
    missing = [name for name in known if name not in figures]
    left = (
        f"{len(missing)} of {len(known)} trainings are still to be run: `make share` goes on with them."
        if missing
        else "All are run."
    )
    return f"""# What may be given away, measured

`make share`: MEDDOCAN's 500 training notes (75 of them stop the trainings) are the public notes that a representation
is learnt from, and what a de-identifier learns from; all is judged by the 250 development notes, from which nothing
learns. While settings were chosen, by the notes that stop trainings, some trials' F1 on them was seen.
Identities are what HIPAA names, as in S1, so not MEDDOCAN's words for sex, relatives, ages, countries and
trades. Word vectors: GloVe's (341,479 words), with Spanish words learnt in their space. F1 of words: identity or not;
in brackets the seeds' range. All de-identifiers are S1's network, of two layers from words or pseudonyms, and of one
behind a private representation, which has a layer of its own. From words it learns for 12 epochs; with a private
representation, as in S1, together with it, 5 epochs before (20 of English notes, which are fewer sentences) and up to
20 turns while it is made private: an epoch, or the three that make 100 steps of English notes. All exchange half of
the identities for others of their label while they learn. Three seeds where it says so; one, for
want of time, for {few} of the {len(names)} experiments. {left}"""


_REPRESENTATION = """"Private representation" is what `scrubjay share train` learns unless it is told otherwise: with
a bottleneck, with casing and how usual words are beside their vectors, and with what the best attack could tell as a
loss. With noise on: as it would be if noise were added at work, too; a published model adds none. S1's own procedures
have its losses, pairs and stopping, and 8 turns; longer ones were not tried. Rates, which S1 does not name, are ours.

![F1 and attacks over N](share.png)"""


def _losses(figures: Figures) -> list[str]:
    """Return what is lost on English notes, in words; nothing before all of it is run."""
    ways = {
        "a private representation": "ours-100",
        "pseudonyms": "pseudonyms-100",
        "words that pairs tie together made one": "one-100",
    }
    if not all(group(figures, f"english-{name}") for name in ways.values()):
        return []
    lost = {
        words: _score(figures, "english-plain") - _score(figures, f"english-{name}") for words, name in ways.items()
    }
    told = ", ".join(f"{words} {loss:.1f}" for words, loss in lost.items())
    return [f"Points of F1 that are lost at N = 100: {told}."]


def _ones(figures: Figures) -> list[str]:
    """Return what is left if pairs' words are simply made one, without a representation; nothing before it is run."""
    told = [
        f"N = {name.rpartition('-')[2]}{', English notes' if name.startswith('english') else ''}: "
        f"{100 * each['outside']:.0f}% and {100 * each['apart']:.0f}%"
        for name in (*(f"one-{count}" for count in _COUNTS), *(f"english-one-{count}" for count in _COUNTS))
        for each in group(figures, name)
    ]
    return [f"{_ONE} {'; '.join(told)}."] if told else []


def _attacks(figures: Figures) -> str:
    counts = sorted({each["total"] for found in figures.values() for each in found.get("attacks", [])})
    told = " or ".join(f"{count:,}" for count in counts)
    return f"""## Attacks

Right answers in per cent of {told} pairs of the development notes, with exact 95% intervals; guessing is right in 50.
Attacks learnt from the 500 public notes, 20 epochs (5 where noise is off). \\*: above 50 by its own interval,
as one in forty is by chance; \\*\\*: above 50 with all attacks on this representation together at 95%, which is what
`share attack` calls broken. The last column is what no attack on one encoding can exceed on average, computed: what
an attack achieves above it is luck."""


_ONE = """## What hiding costs by itself

"Words that pairs tie together made one": a name, its N neighbours, and the names that have one of those, become one
word wherever they stand, without any representation or noise. What is lost so is lost because names have ordinary
words among their neighbours, and not because a representation learns badly. It is no way to give notes away: names
that the public notes lack keep their own. So many of the words outside of identities are made one with others, and so
many of other notes' pairs are still two words:"""

_PAIRS = """## Pairs

S1 pairs a sentence with a copy in which one name is exchanged. Where T1 tells the real one from the words' vectors
alone, it says nothing about a representation; ours draws both words from the same neighbours."""

_RESIDUE = """## What pseudonyms leave to be seen

In per cent: words of identities that came out as they were, identities of which a word still stands in what took
their place, words of letters that had a vector (the others become any word of their shape, and none stays), and how
often two sentences of one note are told from two of different ones by how near their pseudonyms are (guessing: 50).
The last column is how many of a word's N neighbours hold the word itself; in S1 .44 of 100 for GloVe, 7.37 for
fastText."""

_ENGLISH = """## Made-up English notes

500 to learn from, 250 to judge by, of `scrubjay synth` (names and places of the two share no entry), with GloVe's
vectors and those of shapes of numbers; identities are what HIPAA names. Another source (F1.28): 100 notes of
visits from ACI-Bench, with identities put into them in the habits of an institution that none of the others has."""
