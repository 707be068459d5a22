# What a contributor does, one word each. CI runs exactly `make check`.

.DEFAULT_GOAL := help
.PHONY: run test test-marathon test-voice test-phone check format-check lint types layers format eval goals-named bench nano companion test-companion clean help

VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.installed
NANO_VENV := build/nano-venv
MAVEN := MAVEN_OPTS=-Xmx256m mvn --batch-mode --no-transfer-progress -f companion/pom.xml
COMPANION := build/companion/maven
CODE := cli.py genie_host tests tests_phone scripts benchmarks

# Taken as they are, so that an apostrophe or a dollar sign in a goal reaches no shell.
GOAL ?= turn on Wi-Fi
override GOAL := $(value GOAL)
GOALS ?=
override GOALS := $(value GOALS)
SERIAL ?=
override SERIAL := $(value SERIAL)
export GOAL GOALS SERIAL
ARGS ?=
# More of them than cores would make tests late that are about deadlines.
WORKERS ?= 2

run: $(STAMP)  ## reach a goal on the simulated phone; make run GOAL="set an alarm for 7:30"
	@$(PY) cli.py run "$$GOAL" --device sim $(ARGS)

test: $(STAMP)  ## run the tests; ARGS="-k words" goes to pytest, WORKERS=0 runs them one after the other
	$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

test-marathon: $(STAMP)  ## the tests that take minutes or need other tools: full fuzzing, long walks, third-party clients
	$(PY) -m pytest -m marathon $(ARGS)

test-voice: $(VENV)/.voice  ## the tests that hear and speak, with a sound server of their own; needs PipeWire and espeak-ng
	$(PY) -m pytest -m "sound and not marathon" $(ARGS)

test-phone: serial-named $(STAMP)  ## check the driver on a real phone, read only; SERIAL=..., ARGS="--act" also touches
	@$(PY) -m pytest tests_phone --serial "$$SERIAL" $(ARGS)

serial-named:
	@test -n "$$SERIAL" || { echo 'which phone? make test-phone SERIAL=..., as genie devices lists it'; exit 2; }

check: format-check lint types layers test  ## everything CI asks for

format-check: $(STAMP)
	$(PY) -m ruff format --check $(CODE)

lint: $(STAMP)
	$(PY) -m ruff check $(CODE)

types: $(STAMP)
	$(PY) -m mypy --strict

layers: $(STAMP)
	$(PY) scripts/check_layers.py

format: $(STAMP)  ## rewrite the code in the house format
	$(PY) -m ruff format $(CODE)
	$(PY) -m ruff check --fix $(CODE)

eval: goals-named $(STAMP)  ## run a file of goals and print how many were reached: make eval GOALS=FILE
	@$(PY) cli.py eval "$$GOALS" $(ARGS)

goals-named:
	@test -n "$$GOALS" || { echo 'which file? make eval GOALS=FILE'; exit 2; }

bench: $(STAMP)  ## compare our RPC with stock uiautomator2 on the simulated phone
	$(PY) benchmarks/rpc.py $(ARGS)

nano: $(NANO_VENV)/.installed  ## train, convert and pack the nano model again: gigabytes of packages, an hour or more
	$(NANO_VENV)/bin/python scripts/train_nano.py $(or $(ARGS),all)

companion: $(STAMP) $(COMPANION)/.fetched  ## build the companion's APK and put it into the package; ARGS=--compare only compares
	$(PY) scripts/build_companion.py $(or $(ARGS),--ship)

test-companion: $(STAMP) $(COMPANION)/.fetched  ## test the companion on the JVM; ARGS="-Dtest=ConfirmTest" picks
	$(PY) scripts/build_companion.py
	PYTHONPATH=. $(PY) scripts/protocol_vectors.py --count 1000 --seed 7 --out $(COMPANION)/generated.json
	$(MAVEN) test $(ARGS)

$(COMPANION)/.fetched: companion/pom.xml
	$(MAVEN) --quiet initialize
	@touch $@

# The stamp is written last, so that an install that broke off is done again.
$(STAMP): pyproject.toml scripts/make_venv.sh
	@scripts/make_venv.sh $(VENV) dev
	@touch $@

$(VENV)/.voice: $(STAMP)
	@scripts/make_venv.sh $(VENV) dev voice
	@touch $@

$(NANO_VENV)/.installed: pyproject.toml scripts/make_venv.sh
	@scripts/make_venv.sh $(NANO_VENV) nano
	@touch $@

clean:  ## remove the virtual environments, caches and builds
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile
