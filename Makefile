# make run     the site at http://127.0.0.1:8000 (PORT=9000 make run for another port)
# make test    every test, a real browser's included
# make test-postgres  what must hold on PostgreSQL and Redis, too; both are started for it, and thrown away
# make torture a site of its own is killed, cut off and starved for three minutes (docs/faults.md)
# make lint    style, types, arrows between packages, templates, deployment check, known holes, secrets in git's history
# make scan    bad inputs to every address of the site
# make sbom    what the site is made of, in build/sbom.json
# make venv    only the virtual environment, with everything that tests need
# make bench   figures: bench/*.py
# make ladder  robots against each other on duplicate deals (DEALS=400 MATCHES=40): points a round, matches won
# make shots   pictures of every page, at two sizes, by day and by night, in build/shots
# make messages      bring the catalogues of locale/ up to date with the texts of code and templates
# make requirements  pin again after a change of requirements*.in
# make clean   take away what make has made, but not the data

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: help run test test-postgres torture lint scan sbom venv bench ladder shots messages requirements clean

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet install --require-hashes --only-binary :all:
WORKERS ?= 2
DEALS ?= 200
MATCHES ?= 0
# Bad inputs, races, and what asks the database more than for a row: there SQLite and PostgreSQL differ.
ON_POSTGRES := tests/accounts tests/games/test_races.py tests/games/test_calling_races.py \
  tests/games/test_engaged_races.py tests/games/test_limit_races.py tests/games/test_rating_races.py \
  tests/games/test_fair_deals.py \
  tests/games/test_invites.py tests/games/test_company.py tests/games/test_farewell.py tests/games/test_desk_acts.py \
  tests/games/test_desk_annulment.py tests/games/test_desk_races.py tests/games/test_talk.py tests/desk \
  tests/pages/test_history.py tests/pages/test_studies.py \
  tests/pages/test_invites.py tests/pages/test_players.py tests/pages/test_reports.py \
  tests/pages/test_sessions_end.py tests/pages/test_sockets.py tests/pages/test_talk.py tests/rows/test_rows.py \
  tests/rows/test_wire.py tests/site/test_backup.py tests/site/test_errands.py \
  tests/games/test_coming.py tests/games/test_basis.py tests/games/test_puzzle_races.py tests/learn/test_puzzles.py \
  tests/learn/test_puzzles_brought.py tests/learn/test_streaks.py
# Checks must not write a key or a database into the real data folder.
SCRATCH := MUGGINS_DATA=build/lint
PUBLIC := $(SCRATCH) MUGGINS_HTTPS=1 MUGGINS_PROXY=1 MUGGINS_HOSTS=muggins.example

help:
	@sed -n 's/^# make/make/p' Makefile

run: .venv/run.stamp
	@exec $(BIN)/python manage.py serve

test: .venv/dev.stamp
	@CHROMIUM="$$($(BIN)/python -m tests.chromium)" || exit 1; export CHROMIUM; \
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

torture: .venv/dev.stamp
	@$(BIN)/python -m tests.torture

test-postgres: .venv/dev.stamp
	@$(BIN)/python -m tests.services $(BIN)/pytest -n $(WORKERS) --dist loadfile $(ON_POSTGRES)

lint: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(SCRATCH) $(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/bandit --quiet --severity-level medium --skip B608 --recursive games accounts muggins_site manage.py
	$(BIN)/python -m tests.history_secrets
	$(BIN)/python -m tests.supply audit
	$(SCRATCH) $(BIN)/python manage.py makemigrations --check --dry-run
	$(PUBLIC) $(BIN)/python manage.py check --deploy --fail-level WARNING

scan: .venv/dev.stamp
	@$(BIN)/pytest tests/site/test_scan.py

sbom: .venv/dev.stamp
	@$(BIN)/python -m tests.supply sbom build/sbom.json

venv: .venv/dev.stamp

bench: .venv/dev.stamp
	@for script in $(filter-out bench/ladder.py bench/outlook.py bench/anchor%.py,$(wildcard bench/*.py)); do echo "== $$script"; PYTHONPATH=. $(BIN)/python $$script; done

ladder: .venv/dev.stamp
	@$(BIN)/python -m bench.ladder --deals $(DEALS) --matches $(MATCHES)

shots: .venv/dev.stamp
	@CHROMIUM="$$($(BIN)/python -m tests.chromium)" || exit 1; export CHROMIUM; $(BIN)/python -m tests.browser.shots

messages: .venv/dev.stamp
	@$(BIN)/python -m tests.i18n.messages

requirements: .venv/dev.stamp
	$(BIN)/python -m pip --disable-pip-version-check --quiet install uv
	for name in requirements requirements-dev; do \
	  $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
	    --python-version 3.11 $$name.in --output-file $$name.txt; done

clean:
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

.venv/bin/python:
	@python="$$(.ci/python)"; \
	"$$python" -m venv .venv || { rm -rf .venv; echo "This Python cannot make virtual environments; on Debian: apt install python3-venv" >&2; exit 1; }

.venv/run.stamp: .venv/bin/python requirements.txt
	@echo "Installing the packages of requirements.txt ..."
	@$(PIP) --requirement requirements.txt
	@touch $@

.venv/dev.stamp: .venv/run.stamp requirements-dev.txt
	@echo "Installing the packages of requirements-dev.txt ..."
	@$(PIP) --requirement requirements-dev.txt
	@touch $@
