# hooktest: test the hooks of AI coding agents.
# `make` alone lists the targets.

GO    ?= go
BIN   := bin/hooktest
GUARD := fixtures/hooks/guards/no-force-push.sh

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## Build bin/hooktest
	$(GO) build -trimpath -o $(BIN) ./cmd/hooktest

.PHONY: run
run: build ## Judge a realistic guard with two inputs: one refused, one let through
	@echo
	$(BIN) run $(GUARD) --bash "git push --force origin main"
	@echo
	$(BIN) run $(GUARD) --bash "git push -u origin feature"

.PHONY: test
test: ## Run the whole test suite
	$(GO) test ./...

.PHONY: race
race: ## Run the test suite under the race detector
	$(GO) test -race ./...

.PHONY: trace
trace: build ## Prove what changed, write the lock, and ask the gates
	$(BIN) trace prove
	$(BIN) trace

.PHONY: proof
proof: build ## Prove every clause from cold, as CI does, and ask the gates
	$(BIN) trace prove --cold --locked
	$(BIN) trace

.PHONY: bench
bench: ## Run the benchmarks, in the form that benchstat reads
	$(GO) test -run '^$$' -bench . -benchmem -count 6 ./...

.PHONY: fuzz
fuzz: ## Fuzz every fuzz target for a short while (FUZZTIME=20s)
	@$(GO) list ./... | while read -r package; do \
	  $(GO) test -list '^Fuzz' "$$package" | grep '^Fuzz' | while read -r target; do \
	    echo "$$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) "$$package" || exit 1; \
	  done || exit 1; \
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

.PHONY: golden
golden: ## Write the golden files anew; look at the diff before you commit it
	$(GO) test $$(grep -rl --include='*_test.go' '"update"' . | xargs -n1 dirname | sort -u) -update

.PHONY: clean
clean: ## Remove what was built
	rm -rf bin
