# Everything runs in ./.venv, which is made on first use and renewed when pyproject.toml changes.
# Needed beforehand: make and Python 3.11 or newer (PYTHON=... picks one).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PLAY_STAMP := $(VENV)/.stamp-play
BENCH_STAMP := $(VENV)/.stamp-bench
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test check coverage bench docs fuzz balance clean

help:
	@echo "make play      play War of the 3 Sanchos in this terminal (options: ARGS='...')"
	@echo "make test      style, types and all tests"
	@echo "make check     style and types only"
	@echo "make coverage  all tests, and write down which rule is proved by which tests"
	@echo "make bench     measure speed"
	@echo "make fuzz      play random games and check invariants"
	@echo "make balance   play many games between bots and print statistics"
	@echo "make docs      build the generated pages"
	@echo "make clean     remove ./.venv and caches"

# Ctrl-C keeps the game; it is no failure of make.
play: $(PLAY_STAMP)
	@MESNADA_MAKE=1 $(BIN)/mesnada play sanchos $(ARGS) || test $$? -eq 130

test: check
	$(BIN)/python -m pytest -n auto $(ARGS)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy src tests $(wildcard tools)

# The first run measures the table; only the second can judge it.
coverage: $(STAMP)
	-$(BIN)/python -m pytest -n auto -q --write-coverage
	$(BIN)/python -m pytest -q tests/test_coverage.py

bench: $(BENCH_STAMP)
	$(BIN)/python tools/bench.py $(ARGS)

docs fuzz balance: $(STAMP)
	$(BIN)/python tools/$@.py $(ARGS)

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The package alone, which is all that playing needs.
$(PLAY_STAMP): pyproject.toml | $(BIN)/pip
	@echo "Installing Mesnada into ./$(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

# The package with all that its tests and tools need.
$(STAMP): pyproject.toml | $(BIN)/pip
	@echo "Installing Mesnada and its test tools into ./$(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $(PLAY_STAMP) $@

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; '$(PYTHON)' is older or missing. Try: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making the virtual environment ./$(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# Other engines to compare with are welcome, not required.
$(BENCH_STAMP): $(STAMP)
	-$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@
