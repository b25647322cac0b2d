"""Other taggers as teachers: a run learns what they together think of each token, beside what the notes say."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from scrubjay.detect.tagger.runtime import Runtime
from scrubjay.detect.tagger.shelf import find_tagger
from scrubjay.errors import UsageError
from scrubjay.models.tagger import Description


class Teachers:
    """Exported taggers that read as the pupil does and know the same tags."""

    def __init__(self, folders: Sequence[Path], pupil: Description) -> None:
        self._runtimes = [Runtime(find_tagger(str(folder))) for folder in folders]
        for folder, runtime in zip(folders, self._runtimes, strict=True):
            for what, theirs, ours in (
                ("tags", runtime.tags, pupil.tags),
                ("reading", replace(runtime.reading, language=pupil.reading.language), pupil.reading),
            ):
                if theirs != ours:
                    raise UsageError(f"{folder} cannot teach this run: it has other {what}")

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._runtimes)

    def opinions(self, sentences: Sequence[Sequence[str]]) -> Tensor:
        """Return how probable they find each tag of each token, on average: sentences x tokens x tags."""
        every = []
        for runtime in self._runtimes:
            scores, lengths = runtime.scores(sentences)
            every.append(runtime.chain.marginals(scores, lengths))
        return torch.from_numpy(np.mean(every, axis=0, dtype=np.float32))
