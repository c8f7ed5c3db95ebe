# `make run` and `make test` include the set-up; `make help` lists all targets.
# HOYLE_PURE=1 make ... runs everything as plain Python, without compiling.

PYTHON ?= python3
HOYLE_PURE ?=
export HOYLE_PURE
# Tests start hundreds of processes, which share compiled bytecode.
unexport PYTHONDONTWRITEBYTECODE

EVENINGS ?= 20
SEEDS ?= 2000
KILLS ?= 100
NODE_KILLS ?= 20
HANDS ?= 200
SEED ?= 1
COUNT ?= 1000
PORT ?=
WORKERS ?= $(shell expr 1 + $$(nproc 2>/dev/null || sysctl -n hw.ncpu))

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TESTS_READY := $(VENV)/.tests-ready

# Compiled modules belong to one exact set of sources (their own layers and all below, for the types): the stamp's
# name is a digest of names and texts, so that any edit, removal or change of branch calls for a new build.
SOURCES := setup.py requirements.lock tools/docstrings.py $(sort $(wildcard kernel/*.?pp kernel/banked/*.cpp) $(shell find src/hoyle/core src/hoyle/rulebooks src/hoyle/hands src/hoyle/games src/hoyle/table src/hoyle/history src/hoyle/simulation src/hoyle/fairness src/hoyle/room src/hoyle/storage -name "*.py"))
BUILT_FROM := $(shell (echo "$(SOURCES) pure=$(HOYLE_PURE)"; cat $(SOURCES)) | (sha256sum 2>/dev/null || shasum -a 256) | cut -c1-16)
COMPILED := build/compiled-$(BUILT_FROM)

# The web client likewise: its pages belong to one exact set of sources, its packages to one lock.
WEB_SOURCES := $(sort $(shell find web/src web/public -type f) $(wildcard web/*.json web/*.ts web/*.js web/*.html))
WEB_FROM := $(shell (echo "$(WEB_SOURCES)"; cat $(WEB_SOURCES)) | (sha256sum 2>/dev/null || shasum -a 256) | cut -c1-16)
PAGES := build/pages-$(WEB_FROM)
PACKAGES := web/node_modules/.package-lock.json
# Let Node use the system's certificate authorities.
NPM := NODE_OPTIONS=--use-system-ca PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent

.DEFAULT_GOAL := help
.PHONY: help run play demo test torture mutants exhaustive sanitize check lint types layers web-check build pages pictures docs bench clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build  ## start a room and open it in the browser (PORT=8421)
	@$(BIN)/hoyle serve $(if $(PORT),--port $(PORT))

play: build  ## play at a table in the terminal
	@$(BIN)/hoyle play

demo: build  ## deal one demonstration hand and print the dealer's calls
	@$(BIN)/hoyle play </dev/null

test: check $(TESTS_READY)  ## check, then run every test
	@$(NPM) run test
# Tests with a server or a browser spend much of their time waiting: run one worker more than there are cores.
# Tests that fail on a busy machine run once more by themselves.
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal || $(BIN)/python -m pytest -q --last-failed --last-failed-no-failures none

# EVENINGS times as many random sessions and broken inputs, SEEDS fault simulations, KILLS of each store, NODE_KILLS
# of nodes, HANDS of the example bot.
torture: build $(TESTS_READY)  ## run the long tests: random sessions, fault simulations, kills
	@HOYLE_TORTURE=$(EVENINGS) $(BIN)/python -m pytest -q -n auto --dist worksteal tests/table/test_sessions.py
	@HOYLE_BROKEN=10000 $(BIN)/python -m pytest -q tests/cli/test_broken_input.py
	@HOYLE_SEEDS=$(SEEDS) HOYLE_KILLS=$(KILLS) $(BIN)/python -m pytest -q -n auto --dist worksteal tests/simulation tests/nodes/test_fault_injection.py
	@HOYLE_NODE_KILLS=$(NODE_KILLS) $(BIN)/python -m pytest -q tests/nodes/test_real_nodes.py
	@HOYLE_HANDS=$(HANDS) $(BIN)/python -m pytest -q tests/server/test_any_game.py

mutants: build  ## test the tests: try COUNT random mutants of the engine
	@$(BIN)/python -m tools.mutants --seed $(SEED) --count $(COUNT)

exhaustive: build  ## count every hand of seven cards, of Omaha and more (minutes)
	@$(BIN)/python -m pytest -q -m exhaustive

sanitize: build  ## run the kernel's tests with the address sanitizer
	@tools/sanitize $(BIN)/python

check: build lint types layers web-check  ## check lint, formatting, types and import layers

lint: build
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: build
	@$(BIN)/mypy

layers: build
	@$(BIN)/lint-imports --no-logo

web-check: build
	@$(NPM) run check >build/web-check.log 2>&1 || { cat build/web-check.log; exit 1; }

build: $(READY) $(COMPILED) pages  ## set up the environment, compile hot modules, build the pages

pages: $(PAGES)  ## build the web client

pictures: build $(TESTS_READY)  ## take screenshots of every screen into build/pictures
	@$(BIN)/python -m tools.pictures

docs: $(READY)  ## build the documentation into build/site
	@$(BIN)/zensical build --strict
	@echo "hoyle: build/site/index.html"

bench: build  ## run the benchmarks beside other libraries
	@$(BIN)/python -m benchmarks

clean:  ## remove build products (the environment in .venv stays)
	rm -rf build dist src/hoyle/server/web web/node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src -name '*.so' -delete
	find src tests -name __pycache__ -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml tools/prepare
	@PYTHON="$(PYTHON)" tools/prepare $(VENV)
	@touch $@

$(TESTS_READY): tools/prepare | $(READY)
	@tools/prepare tests
	@touch $@

$(PACKAGES): web/package.json web/package-lock.json web/.npmrc | $(READY)
	@echo "hoyle: installing the web client's packages"
	@$(NPM) ci
	@touch $@

$(PAGES): $(PACKAGES)
	@echo "hoyle: building the web client"
	@mkdir -p build
	@rm -f build/pages-*
	@$(NPM) run build >build/pages.log 2>&1 || { cat build/pages.log; exit 1; }
	@touch $@

$(COMPILED): | $(READY)
	@echo "hoyle: building the compiled modules"
	@mkdir -p build
	@rm -f build/compiled-*
	@find src -name '*.so' -delete
	@$(BIN)/python setup.py -q build_ext --inplace >build/compile.log 2>&1 || { cat build/compile.log; exit 1; }
	@grep '^hoyle: ' build/compile.log || true
# The file of a module is a shim that keeps its old modification time if only the shared library changed.
	@find src -name '*.so' -exec touch {} +
# Without a stamp the next make tries again, in case a compiler has been installed.
	@if [ -n "$(HOYLE_PURE)" ] || ls src/*.so >/dev/null 2>&1; then touch $@; fi
