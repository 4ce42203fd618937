# make play · make test: all that a newcomer needs. The rest is convenience.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -name '*.py')

.DEFAULT_GOAL := help
.PHONY: help play test check lint types tests conformance bench soak docs lock clean

help:
	@echo "make play    set up and sit down at a table"
	@echo "make test    set up and run every test"
	@echo "make check   lint, types and the fast tests"
	@echo "make bench   measure, and print the tables of docs/performance.md"
	@echo "make docs    write docs/conformance.md anew"
	@echo "make lock    pin the dependencies anew"

play: .venv/.play .venv/.compiled .venv/.warm
	@$(BIN)/uth play --terminal

test: lint types tests conformance

check: lint types
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

# Set-up: a venv with hashed pins, the package itself, and bytecode compiled once,
# because a machine may be told not to write any while running.
.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip

.venv/.play: .venv/bin/python requirements.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	@touch $@

.venv/.dev: .venv/bin/python requirements-dev.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	@touch $@ .venv/.play

.venv/.package: pyproject.toml | .venv/.play
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.compiled: .venv/.package $(SOURCES)
	$(BIN)/python -m compileall -q src
	@touch $@

# The kernels, compiled once for this machine; their cache is keyed by their sources.
.venv/.warm: $(wildcard src/uth/exact/kernels/*.py) | .venv/.compiled
	$(BIN)/uth warmup
	@touch $@

.venv/.test: .venv/.dev .venv/.compiled .venv/.warm
	@touch $@

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: .venv/.test
	$(BIN)/mypy

tests: .venv/.test
	$(BIN)/python -m pytest -q -n 2 --cov --cov-report=term --evidence=.conformance/evidence.json

conformance: .venv/.test tests
	$(BIN)/uth conformance --check --format json > .conformance/matrix.json

bench: .venv/.test
	@$(BIN)/python -m bench

docs: .venv/.test tests
	$(BIN)/uth conformance --format markdown > docs/conformance.md

COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --build-deps-for editable

lock: .venv/bin/python
	$(BIN)/python -m pip install --quiet pip-tools
	$(COMPILE) --extra exact --extra floor --extra web --extra report --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra exact --extra floor --extra web --extra report --extra export --extra dev --output-file requirements-dev.lock pyproject.toml

clean:
	rm -rf .venv .conformance .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis
