# Fiveline. `make run` serves the app, `make test` runs every test; both install what they need first.
SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
ONLY ?=
VENV := .venv
PY := $(VENV)/bin/python

WORKERS ?= 3
# One worker of the fast part mostly waits, for servers that are stopped and started.
FAST_WORKERS ?= 4
RUN := $(PY) -m pytest -q -n $(WORKERS)
# A line that has run is not watched any longer; the figure is printed and nothing depends on it.
COVERAGE := .pytest_cache/coverage.json
COVERED := $(PY) -m slipcover --source games,tournament --omit '*/migrations/*' --immediate --json --out $(COVERAGE) \
	-m pytest -q -n $(WORKERS) -p slipcover.pytest_plugin -W 'ignore:Module already imported:pytest.PytestAssertRewriteWarning'
# By folder: to collect all tests only to leave most of them aside takes each worker nine seconds.
IN_BROWSERS := tests/browser tests/engines
# Two processes, PostgreSQL and Redis: a part of what is tried on PostgreSQL.
TEST_GROWN := tests/live/test_postgres_and_redis.py
WITHOUT := $(addprefix --ignore=,$(IN_BROWSERS) $(TEST_GROWN))
# The longest first; the others fit beside it.
CHECKS := check-types check-sources check-lint check-js check-django
ON_POSTGRES := FIVELINE_TEST_DATABASE=postgres
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target
# What each part took, for the line at the end.
TIMES := .pytest_cache/times
BEGAN := $(shell date +%s)
ended = date +'$(1) %s' >> $(TIMES)
WRITES_GAMES := $(addprefix tests/,$(addsuffix .py,games/test_custody games/test_many_games games/test_instructions games/test_races games/test_record games/test_server_process games/test_settle \
	live/test_postgres_and_redis project/test_upgrades tournament/test_concurrent_organisers))

export HOST PORT
# Compiled once and kept: tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run install install-dev browsers typescript distribution test test-fast test-pure test-postgres test-browser coverage check check-types \
	check-lint check-sources check-django check-js compiled format bench soak levels release lock messages clean

help:  ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install  ## Install, migrate and serve on HOST and PORT
	@$(PY) manage.py serve

install: $(VENV)/.run  ## Make the virtual environment with what the app needs

install-dev: $(VENV)/.dev

$(VENV)/bin/python:
	@.ci/make-venv "$(PYTHON)" "$(VENV)"

# The lock names everything, so nothing has to be worked out.
$(VENV)/.run: $(VENV)/bin/python requirements/run.txt
	@echo "Installing what Fiveline needs (once) ..."
	@$(PY) -m pip install --quiet --no-compile --no-deps --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python requirements/dev.txt
	@echo "Installing what the tests need (once) ..."
	@$(PY) -m pip install --quiet --no-compile --no-deps --require-hashes -r requirements/dev.txt
	@touch $@ $(VENV)/.run

browsers:
	@.ci/need chromium webkit firefox

typescript:
	@.ci/need typescript

# In one go: the packages are found, fetched and unpacked together. Beside pip there is time for the scripts.
distribution:
	@.ci/need chromium webkit firefox typescript
	@$(MAKE) --no-print-directory check-js

test: $(VENV)/bin/python  ## Every test: linters and types, the fast part side by side, the browsers
	@mkdir -p .pytest_cache && echo "began $(BEGAN)" > $(TIMES)
	@$(SIDE_BY_SIDE) install-dev distribution
	@$(call ended,install)
	@$(SIDE_BY_SIDE) compiled check-types check-lint check-django
	@$(call ended,checks)
	@$(SIDE_BY_SIDE) test-postgres test-fast
	@$(call ended,PostgreSQL and fast part)
	@$(RUN) $(IN_BROWSERS)
	@$(call ended,browsers)
	@$(PY) -m tests.tools.durations $(TIMES)

test-fast: install-dev  ## The tests without a browser
	@$(PY) -m pytest -q -n $(FAST_WORKERS) $(WITHOUT)

test-pure: install-dev  ## Rules, clocks, referee, formats and ranking alone: about a minute
	@$(RUN) $(addprefix tests/,rules clock referee formats ranking)

# It mostly waits, for servers that are killed above all, so `make test` runs the fast part beside it.
test-postgres: install-dev  ## What writes games, once more on PostgreSQL
	@$(ON_POSTGRES) $(RUN) $(WRITES_GAMES)

test-browser: install-dev browsers  ## The tests in real browsers: Chromium, and a few in WebKit and Firefox
	@$(RUN) $(IN_BROWSERS)

coverage: install-dev  ## Which share of our lines the fast tests run, and where the least
	@mkdir -p .pytest_cache
	@$(COVERED) $(WITHOUT)
	@$(PY) -m tests.tools.covered $(COVERAGE)

check: install-dev  ## Linters, types, the rules for source texts, migrations, catalogues
	@$(SIDE_BY_SIDE) $(CHECKS)

# By one process: the workers would all compile the same at the same time.
compiled:
	@$(PY) -m pytest -q --collect-only $(WITHOUT) > .pytest_cache/collected || { tail -n 60 .pytest_cache/collected; false; }

check-types:
	@$(PY) -m mypy

check-lint:
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

# The fast part has these tests as well, so `make test` does not ask for them apart.
check-sources:
	@$(PY) -m pytest -q tests/checks
	@$(PY) -m tests.tools.long_files

check-django:
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m tests.tools.translations --check

check-js: typescript  ## The types of the scripts, as their comments state them
	@tsc --project .

format: install-dev  ## Let ruff format and mend
	@$(PY) -m ruff check --fix-only -q . && $(PY) -m ruff format -q .

messages: install-dev  ## Bring the catalogues of all languages up to date and compile them
	@$(PY) -m tests.tools.translations

bench: install-dev  ## Figures, one line each: make bench ONLY=rules
	@$(PY) -m tests.tools.bench $(ONLY)

soak: install-dev  ## A club evening under faults, seeded, ends with a table: make soak MINUTES=20 SEED=1, KILLS=200, GROWN=1, HOURS=24
	@$(PY) -m tests.tools.soak --minutes $(or $(MINUTES),20) --seed $(or $(SEED),1) --kills $(or $(KILLS),0) $(if $(GROWN),--grown) $(if $(HOURS),--hours $(HOURS))

levels: install-dev  ## The engine's levels against each other, into docs/engine.md; for hours: make levels ONLY="2-1 6-5"
	@$(PY) -m tests.tools.levels $(ONLY)

# Builds and checks; what then leaves this machine is for a person to push.
release: install-dev  ## Build the wheel, install it into an empty environment, and say what is to do
	@rm -rf build/dist build/release
	@$(PY) -m tests.tools.translations --check --complete
	@$(PY) -m tests.tools.released
	@$(PY) -m pytest -q tests/project/test_version.py tests/project/test_upgrades.py tests/project/test_wheel.py
	@$(PY) -m mypy --platform win32 --cache-dir .mypy_cache/win32
	@$(PY) -m mypy --platform darwin --cache-dir .mypy_cache/darwin
	@$(PY) -m hatchling build -t wheel -d build/dist
	@$(PYTHON) -m venv build/release
	@build/release/bin/pip install --quiet --require-hashes -r requirements/run.txt
	@build/release/bin/pip install --quiet --no-deps build/dist/fiveline-*.whl
	@build/release/bin/pip check
	@$(PY) -m tests.tools.release build/release/bin/fiveline

lock:  ## Resolve the dependencies anew (needs uv)
	uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml -o requirements/run.txt
	uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group dev -c requirements/run.txt -o requirements/dev.txt
	echo pip | uv pip compile -q --universal --generate-hashes --no-header --no-annotate --python-version 3.11 - -o requirements/pip.txt

clean:  ## Remove what was built (never your data)
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis
