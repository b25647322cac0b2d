"""A trained tagger at work, without torch: loads what `models/export.py` wrote, and scores sentences."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from scrubjay.detect.tagger.decoding import FORBIDDEN, Chain
from scrubjay.detect.tagger.gazetteers import load_gazetteers
from scrubjay.detect.tagger.inputs import CASINGS, Alphabet, Arrays, arrays, casings, distinct
from scrubjay.detect.tagger.pieces import PieceArrays, load_pieces
from scrubjay.detect.tagger.reading import FEWEST, Reading, Tagged
from scrubjay.detect.tagger.shelf import SETTINGS, VERSION, load_settings, verify
from scrubjay.detect.tagger.vectors import load_vectors
from scrubjay.errors import FormatError
from scrubjay.tokens.splitters import splitter
from scrubjay.tokens.tokenizers import READERS, tokenizer

if TYPE_CHECKING:
    import onnxruntime

CHAIN = "chain.npz"
LETTERS, ENCODER, SENTENCE = "letters.onnx", "encoder.onnx", "sentence.onnx"
_ALIKE = 1.3  # sentences in a batch differ in length by this factor at most
_FEW_LETTERS = 600
_HASHED = 64e6  # bytes of a file that is compared with its digest whenever a tagger is loaded
_TOKENS = 2000  # of a batch, padding included


class Runtime:
    """Scores the tags of sentences. Cheap to call with one sentence, fast with many."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._casing = folder, False
        verify(folder, _HASHED)
        try:
            settings = load_settings(folder, SETTINGS, VERSION)
            self.tags: tuple[str, ...] = tuple(settings["tags"])
            self.reading = Reading(**settings["reading"])
            self._alphabet = Alphabet(settings["alphabet"])
            self._casing = bool(settings["casing"])
            self._outside = self.tags.index("O")
            encoded, spelled = bool(settings["encoder"]), bool(settings["characters"])
            with np.load(folder / CHAIN, allow_pickle=False) as parts:
                self.chain = Chain(*(parts[name].astype(np.float32) for name in ("transitions", "start", "end")))
        except (OSError, KeyError, TypeError, ValueError, BadZipFile) as error:
            raise FormatError("is no tagger, or a damaged one", file=str(folder)) from error
        if len(self.chain.start) != len(self.tags):
            raise FormatError(f"has {len(self.tags)} tags and a chain of {len(self.chain.start)}", file=str(folder))
        tokenizer(self.reading.tokenizer, READERS)
        splitter(self.reading.splitter)
        self._vectors = load_vectors(folder)
        self._letters = _session(folder / LETTERS) if spelled else None
        self._gazetteers = load_gazetteers(folder)
        self._pieces = load_pieces(folder) if encoded else None
        self._encoder = _session(folder / ENCODER) if encoded else None
        self._sentence = _session(folder / SENTENCE)

    def tagged(self, sentences: Sequence[Sequence[str]]) -> list[Tagged]:
        """Return the best tags of each sentence, and how probably each token is part of an identity."""
        answers = [Tagged([], [], {})] * len(sentences)
        outside = self._outside
        numbers = distinct(sentences)
        if not numbers:
            return answers
        features = self._features(list(numbers))
        for places in _batches([len(sentence) for sentence in sentences]):
            found = arrays([sentences[place] for place in places], numbers)
            lengths = found.lengths
            scores = self._scored(found, features)
            best, every = self.chain.decode(scores, lengths)
            certain = 1 - every[:, :, outside]
            doubts: dict[int, dict[int, str]] = {}
            lines, tokens = ((best == outside) & (certain >= FEWEST)).nonzero()
            others = every[lines, tokens]
            others[:, outside] = 0
            for line, token, tag in zip(lines.tolist(), tokens.tolist(), others.argmax(1).tolist(), strict=True):
                if token < lengths[line]:
                    doubts.setdefault(line, {})[token] = self.tags[tag][2:]
            for row, place in enumerate(places):
                length = int(lengths[row])
                tags = [self.tags[tag] for tag in best[row, :length].tolist()]
                answers[place] = Tagged(tags, certain[row, :length].tolist(), doubts.get(row, {}))
        return answers

    def scores(self, sentences: Sequence[Sequence[str]]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the scores of tags, sentences x tokens x tags, and the sentences' lengths."""
        found = arrays(sentences)
        if not found.words:
            return np.zeros((len(sentences), 1, len(self.tags)), np.float32), found.lengths
        return self._scored(found, self._features(found.words)), found.lengths

    def _features(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Return what is known of each word wherever it stands: words x numbers."""
        parts = [self._vectors.vectors(words)]
        if self._letters is not None:
            parts.insert(0, self._spelled(*self._alphabet.numbers(words)))
        if self._casing:
            parts.append(np.eye(len(CASINGS), dtype=np.float32)[casings(words)])
        if len(self._gazetteers):
            parts.append(self._gazetteers.features(words))
        return np.concatenate(parts, 1)

    def _scored(self, found: Arrays, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the scores of tags, from the features of the distinct words."""
        inputs = features[found.spelling]
        if self._pieces is not None:
            inputs = np.concatenate([inputs, self._encoded(self._pieces.arrays(found))], 2)
        scores: NDArray[np.float32]
        [scores] = self._sentence.run(None, {"inputs": inputs, "lengths": found.lengths.astype(np.int32)})
        if not np.isfinite(scores).all():
            raise FormatError("gives scores that are no numbers", file=str(self.folder))
        return scores

    def _encoded(self, cut: PieceArrays) -> NDArray[np.float32]:
        """Return a vector for each token from the encoder: sentences x tokens x numbers."""
        assert self._encoder is not None
        places = np.arange(cut.pieces.shape[1])
        mask = np.where(places < cut.lengths[:, None], 0, FORBIDDEN).astype(np.float32)[:, None, None]
        feed = {"pieces": cut.pieces, "marks": cut.marks, "positions": places, "mask": mask}
        found: NDArray[np.float32] = self._encoder.run(None, feed)[0]
        return found[np.arange(len(found))[:, None], cut.heads]

    def _spelled(self, characters: NDArray[np.int64], letters: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the vectors of words from their letters, words of like lengths together."""
        assert self._letters is not None
        if letters.sum() < _FEW_LETTERS:  # one call costs more than some padding
            found: NDArray[np.float32] = self._letters.run(
                None, {"characters": characters, "lengths": letters.astype(np.int32)}
            )[0]
            return found
        pieces: list[tuple[list[int], Any]] = []
        for places in _batches(letters.tolist()):
            longest = int(letters[places].max())
            feed = {"characters": characters[places, :longest], "lengths": letters[places].astype(np.int32)}
            pieces.append((places, self._letters.run(None, feed)[0]))
        found = np.empty((len(characters), pieces[0][1].shape[1]), np.float32)
        for places, values in pieces:
            found[places] = values
        return found


def _batches(lengths: Sequence[int]) -> list[list[int]]:
    """Return places in batches of like lengths, none empty; what has no length is left out."""
    order = sorted((place for place, length in enumerate(lengths) if length), key=lengths.__getitem__)
    batches: list[list[int]] = []
    for place in order:
        length = lengths[place]
        if batches and (len(batches[-1]) + 1) * length <= _TOKENS and length <= _ALIKE * lengths[batches[-1][0]] + 2:
            batches[-1].append(place)
        else:
            batches.append([place])
    return batches


def _session(file: Path) -> "onnxruntime.InferenceSession":
    try:
        import onnxruntime
    except ImportError as error:
        raise FormatError("needs onnxruntime", file=str(file), remedy="pip install onnxruntime") from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise FormatError("is damaged or of another version", file=str(file)) from error
