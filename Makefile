# Everything from a bare python3 and make: `make play`, `make test`, `make`, `make full`.
PY ?= python3
BIN := .venv/bin
export UV_PYTHON_DOWNLOADS := never
export UV_NO_CONFIG := 1

.PHONY: all play test check format lint types imports sample full bench picture lock clean

all: format lint types imports test

play: .venv/.ready
	@DRILL_SPELLING=make $(BIN)/drill play $(ARGS) || true  # what went wrong has been said

test: .venv/.ready
	@$(BIN)/python -m pytest -q -n 2 -m "not full" $(ARGS)

format: .venv/.ready
	@$(BIN)/ruff format -q .

lint: .venv/.ready
	@$(BIN)/ruff check -q .

types: .venv/.ready
	@$(BIN)/mypy

imports: .venv/.ready
	@$(BIN)/lint-imports

.venv/.ready: pyproject.toml requirements.lock
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Drillbot needs Python 3.11 or newer; $(PY) is $$($(PY) --version 2>&1)."; \
	  echo "Name another one: make PY=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up .venv (once, about a minute) ..."
	@$(PY) -m venv .venv || { \
	  echo "python3 -m venv failed. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv
	@$(BIN)/uv pip sync -q --python $(BIN)/python --require-hashes requirements.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $@

# What takes longer, on a sample that SEED draws; about a quarter of an hour on two cores.
SEED ?= 1
sample: .venv/.ready
	$(BIN)/drill check --draws 12 --seed $(SEED)
	$(BIN)/python -m tests.attacks
	SCENARIO_SEED=$(SEED) $(BIN)/python -m pytest -q -n 2 \
	  -m "not full" tests/slack/test_slack_scenarios.py tests/discord/test_discord_scenarios.py

# Everything there is, with its report in docs/full-report.md; hours rather than minutes.
full: all
	$(BIN)/python -m bench.full

# Every figure of docs/performance.md; some ten minutes where nothing else runs.
bench: .venv/.ready
	@$(BIN)/python -m bench.grade
	@$(BIN)/python -m bench.grades
	@$(BIN)/python -m bench.sandbox
	@$(BIN)/python -m bench.processes
	@$(BIN)/python -m bench.timers
	@$(BIN)/python -m bench.slack
	@$(BIN)/python -m bench.discord
	@$(BIN)/python -m bench.growth --runs 1
	@$(BIN)/python -m bench.probing
	@$(BIN)/python -m bench.labs

picture: .venv/.ready
	@$(BIN)/python -m docs.picture
	@$(BIN)/python -m docs.slack_thread
	@$(BIN)/python -m docs.discord_thread

lock: .venv/.ready
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
	  --python-version 3.11 \
	  --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv
