# hooktest: test the hooks of AI coding agents.
# `make` alone lists the targets.

GO    ?= go
BIN   := bin/hooktest
PROVE := bin/prove
GUARD := fixtures/hooks/guards/no-force-push.sh

# SEED chooses the part of their inputs that tests and samples take: another one with
# each commit.
SEED ?= $(shell printf '%d' 0x$$(git rev-parse --short=7 HEAD 2>/dev/null || echo 0))

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/hooktest, which needs no library of the system
	CGO_ENABLED=0 $(GO) build -trimpath -o $(BIN) ./cmd/hooktest

# What breaks the engine on purpose is a tool of the source, and no part of bin/hooktest.
.PHONY: build-prove
build-prove: build
	$(GO) build -trimpath -o $(PROVE) ./conformance/prove

.PHONY: run
run: build ## Judge a realistic guard with two inputs: one refused, one let through
	@echo
	$(BIN) run $(GUARD) --bash "git push --force origin main"
	@echo
	$(BIN) run $(GUARD) --bash "git push -u origin feature"

# Tests wait for processes, so that the processors can work for one more package at once.
PACKAGES ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)))

# make lint vets, and a debugger builds tests itself: linking them without what it needs takes
# half the time. The package that takes longest begins first.
.PHONY: test
test: ## Run the whole test suite
	HOOKTEST_SEED=$(SEED) $(GO) test -vet=off -ldflags=-w -p $(PACKAGES) -timeout 40m ./cmd/hooktest ./...

# Those that are left out build programs, or judge implementations by the suite.
.PHONY: quick
quick: ## Run the tests that need a minute or two
	$(GO) test -vet=off -ldflags=-w -p $(PACKAGES) -short $$($(GO) list ./... | grep -v -E '/(cmd/hooktest|testscripts|selftest|explore|prover|inspection|operator|report|adapter/process|adapter/builtin|probe|fuzz|skeleton|caserun|verification|stress|spyhook|trace/page|trace/format|topic|runner|sandbox|engine)$$')

# What a test takes a part of on each commit, it takes whole here.
.PHONY: nightly
nightly: ## Run the whole test suite with every input, which takes half an hour
	HOOKTEST_NIGHTLY=1 $(GO) test -timeout 60m ./...

# Others have nothing that could race.
CONCURRENT = grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=testdata --exclude-dir=testscripts \
  '(^|[[:space:]])go (func|[a-z.]+\()|sync\.(RW)?Mutex|sync\.WaitGroup|atomic\.|workers\.' cmd conformance engine internal

.PHONY: race
race: ## Run the tests of packages that start goroutines or share memory under the race detector (PARTS=4: a quarter)
	$(GO) test -race -short -timeout 20m $$($(CONCURRENT) | xargs -n1 dirname | sort -u | sed 's,^,./,' | \
	  grep -v -E '/(inspection|page|browser)$$' | awk 'NR % $(PARTS) == $(SEED) % $(PARTS)')
PARTS ?= 1

.PHONY: trace
trace: build-prove ## Prove what changed, write the lock, and check the gates
	$(PROVE)
	$(BIN) trace

# An implementation that decides an interpretation otherwise conforms all the same.
.PHONY: smoke
smoke: build-prove ## Choose the cases of the smoke test anew: testscripts/smoke.txt
	$(PROVE) smoke

.PHONY: proof
proof: build-prove ## Prove every clause, and that checks are fair, from cold, and check the gates
	$(PROVE) --cold --locked --fair
	$(BIN) trace

.PHONY: fair
fair: build-prove ## Prove what changed, and that no interpretation decides a requirement's check
	$(PROVE) --fair

.PHONY: conform-real
conform-real: build ## Judge Gemini CLI and LLxprt Code, as far as they are installed
	@rm -rf $(REAL) && mkdir -p $(REAL)
	@conformance/implementations/conform.sh $(BIN) --report ndjson=$(CURDIR)/$(REAL)/{}.ndjson $(FLAGS); judged=$$?; \
	  $(GO) run ./conformance/implementations/page $$(ls $(REAL)/*.ndjson 2>/dev/null) || exit $$((judged > 1 ? judged : 1)); \
	  exit $$judged
REAL := bin/conform-real

# Each request is a run of the agent, so that this takes eight minutes. FLAGS may have --run.
.PHONY: conform-program
conform-program: build ## Judge the callers of the program gemini@0.61.0 from outside, if it is installed
	@mkdir -p $(REAL)
	@cd conformance/implementations/gemini-program && $(CURDIR)/$(BIN) conform --timeout-scale 3 --report ndjson=$(CURDIR)/$(REAL)/gemini-program.ndjson $(FLAGS) -- $(CURDIR)/$(BIN) adapter gemini@0.61.0

# Exit code 1 says that there are differences, which is what it is looking for.
.PHONY: explore-real
explore-real: build ## Look for differences from them where no case looks (DRAWS=128)
	@mkdir -p $(EXPLORED)
	conformance/implementations/conform.sh $(BIN) explore --seed 1 --draws $(DRAWS) --state $(CURDIR)/$(EXPLORED)/{}.json || [ $$? -eq 1 ]
EXPLORED := bin/explore-real
DRAWS ?= 128

.PHONY: implementations
implementations: ## Write docs/implementations.md from what conform-real and explore-real came to
	$(GO) run ./conformance/implementations/page -write $$(ls $(REAL)/*.ndjson $(EXPLORED)/*.json 2>/dev/null)

.PHONY: contracts
contracts: ## Compile engine/dialect/contracts, and write docs/contracts.md and docs/agents from them
	$(GO) test ./cmd/hooktest/internal/contractfile -run 'Fresh' -update
	$(GO) test ./cmd/hooktest/internal/sheet -run 'Agents.*Fresh' -update
	$(MAKE) build
	$(BIN) contract --format markdown > docs/contracts.md

.PHONY: catalogue
catalogue: ## Compile the requirements of conformance/catalogue
	$(GO) test ./conformance/catalogue -run Fresh -update

.PHONY: findings
findings: ## Write the lists of rules and docs/findings.md
	$(GO) test ./cmd/hooktest/internal/rules -run Fresh -update

.PHONY: formats
formats: ## Write the list of report formats, and their golden files
	$(GO) test ./conformance/report -run Fresh -update
	$(GO) test ./conformance/report -run 'TestEveryFormat$$' -update

.PHONY: schemas
schemas: ## Write what the schemas have for each event, and vectors for a new one
	$(GO) test ./schemas -run Fresh -update

.PHONY: commands
commands: ## Write docs/commands from the help of all commands
	$(GO) test ./cmd/hooktest/internal/cli -run TestThePagesOfCommandsAreFresh -update

.PHONY: site
site: ## Build the site of documents, rules, agents and schemas into bin/site
	@rm -rf bin/site
	$(GO) run ./cmd/hooktest/internal/site . bin/site

.PHONY: cookbook
cookbook: ## Run docs/cookbook.md, and write what came into it
	$(GO) test ./cmd/hooktest -run TestTheCookbookWorks -update

.PHONY: mutants
mutants: build-prove ## Judge every mutant that operators make of the engine, and write what came of them
	$(PROVE) --operators --cold

# Where the suite that judges has changed, every proof is older than it: the ledger and the gates wait for make trace.
.PHONY: sample
sample: build-prove ## Judge mutants of what changed, and a sample of the others, and check the gates (SAMPLE=120 OPERATORS=30)
	$(PROVE) --locked --sample $(SAMPLE) --seed $(SEED)
	[ -e .hooktest/old ] || $(PROVE) --operators --locked --sample $(OPERATORS) --seed $(SEED) --within 60s
	[ -e .hooktest/old ] || $(BIN) trace
SAMPLE ?= 120
OPERATORS ?= 30

.PHONY: bench
bench: ## Run the benchmarks, in the form that benchstat reads
	$(GO) test -run '^$$' -bench . -benchmem -count 6 ./...

# An idle machine, and half an hour: it runs all tests as well. The gates need what was observed.
.PHONY: bench-report
bench-report: ## Measure what hooktest costs, and write docs/performance.md
	$(GO) run ./conformance/prove --observe
	$(GO) run ./internal/performance -tests . >docs/performance.md.new && mv docs/performance.md.new docs/performance.md

# Cutting down what is new may take a minute an input by itself: not here.
.PHONY: fuzz
fuzz: ## Fuzz every fuzz target for a short while (FUZZTIME=20s)
	@packages=$$($(GO) list ./...) || exit 1; \
	for package in $$packages; do \
	  listed=$$($(GO) test -list '^Fuzz' "$$package") || { echo "$$listed"; exit 1; }; \
	  for target in $$(echo "$$listed" | grep '^Fuzz'); do \
	    echo "$$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "$$package" || exit 1; \
	  done; \
	done
FUZZTIME ?= 20s

.PHONY: lint
lint: ## Check formatting, vet, staticcheck and the module files
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "not gofmt-clean:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	GOOS=windows $(GO) vet ./engine/... ./schemas/... ./cmd/...
	GOOS=darwin $(GO) vet ./engine/... ./schemas/... ./cmd/...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

GORELEASER := github.com/goreleaser/goreleaser/v2@v2.15.1
CYCLONEDX  := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0
# goreleaser starts cyclonedx-gomod from the PATH.
RELEASE = GOBIN=$(CURDIR)/bin/tools $(GO) install $(CYCLONEDX) && \
  PATH="$(CURDIR)/bin/tools:$$PATH" $(GO) run $(GORELEASER) release --clean

.PHONY: snapshot
snapshot: ## Build archives, packages, npm packages and wheels into dist, and publish nothing
	$(RELEASE) --snapshot
	$(MAKE) packages

.PHONY: release
release: ## Build a tag and make a draft release of it (NOTES=file)
	$(RELEASE) --release-notes $(NOTES)
	$(MAKE) packages

.PHONY: packages
packages: ## Make the npm packages and wheels from dist
	node npm/build.js dist dist/npm
	python3 python/build.py dist dist/python
	@large=$$(find dist -type f \( -name '*.gz' -o -name '*.zip' -o -name '*.deb' -o -name '*.rpm' -o -name '*.tgz' -o -name '*.whl' \) -size +9000000c); \
	  if [ -n "$$large" ]; then ls -l $$large; echo 'a download has at most 9 MB'; exit 1; fi

.PHONY: golden
golden: ## Write the golden files anew; look at the diff before you commit it
	$(GO) test $$(grep -rl --include='*_test.go' '"update"' . | xargs -n1 dirname | sort -u) -update

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin
