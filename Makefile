# Every target is one script or one command; `make help` lists them.

VERSION   ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME  ?= 30s
CRASH_SECONDS ?= 60
HOSTILE_SECONDS ?= 60
CLUSTER_SECONDS ?= 120

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/renown, without cgo
	CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w -X main.version=$(VERSION)' -o bin/renown ./cmd/renown

.PHONY: check
check: ## while working: lint, generated files, tests of what changed and its importers on SQLite (BASE=revision)
	@scripts/check.sh

.PHONY: test
test: ## everything: lint, generated files, all tests on both databases with the race detector
	@scripts/test.sh

.PHONY: screenshots
screenshots: ## write a picture of every page, light and dark, wide and phone, to .cache/screenshots
	@scripts/screenshots.sh

.PHONY: test-crash
test-crash: ## kill processes for CRASH_SECONDS=60 on both databases and look at what is left
	RENOWN_CRASH_SECONDS=$(CRASH_SECONDS) go test -count=1 -v -timeout 15m ./internal/testkit/crashtest

.PHONY: test-cluster
test-cluster: ## kill the processes of a cluster and its database for CLUSTER_SECONDS=120, back up under load
	RENOWN_CLUSTER_SECONDS=$(CLUSTER_SECONDS) go test -count=1 -v -timeout 15m -run 'TestCluster|TestBackupUnderLoad' ./internal/testkit/crashtest

.PHONY: test-hostile
test-hostile: ## twenty hostile accounts for HOSTILE_SECONDS=60 on both databases beside an honest one, under 512 MB; alone on the machine
	RENOWN_HOSTILE_SECONDS=$(HOSTILE_SECONDS) go test -count=1 -v -timeout 15m -run TestHostile ./internal/testkit/crashtest

.PHONY: lint
lint: ## lint code, scripts and contract
	@scripts/lint.sh

.PHONY: fmt
fmt: ## format the Go code
	@go tool -modfile=tools/go.mod gofumpt -w .

.PHONY: generate
generate: ## write the generated files anew
	@scripts/generate.sh

.PHONY: bench
bench: ## run the benchmarks, end with one table (BENCH=regexp BENCHTIME=200ms BENCHCOUNT=4)
	@scripts/bench.sh

.PHONY: load
load: build ## drive a server from a second process (LOAD_DATABASE=sqlite|postgres LOAD_LENGTH=10s LOAD_FLAGS=…)
	@go -C tools run -buildvcs=false ./load -binary $(CURDIR)/bin/renown $(LOAD_FLAGS)

.PHONY: calibrate
calibrate: ## measure intervals, verdicts and alerts in WORLDS=1000 simulated worlds a line; some twenty minutes on a quiet core
	@go test ./internal/tool/stat ./internal/room/insight -run Calibrated -v -timeout 4h -calibrate $(or $(WORLDS),1000) | grep -v '^=== \|^--- PASS'

.PHONY: bench-compare
bench-compare: ## compare the last two runs of `make bench`
	@go tool -modfile=tools/go.mod benchstat .cache/bench/previous.txt .cache/bench/latest.txt

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME=30s
	@scripts/fuzz.sh $(FUZZTIME)

.PHONY: compat
compat: ## list what BASE=<revision> has in the contract and a caller would miss now
	@scripts/contract.sh compat $(BASE)

.PHONY: vulnerable
vulnerable: ## look the program's modules up in the database of known vulnerabilities; says when it cannot be reached
	@scripts/vulnerable.sh

.PHONY: manifests
manifests: ## hold deploy/kubernetes.yaml against the description of Kubernetes' API; says when it cannot be had
	@scripts/manifests.sh

.PHONY: soak
soak: ## let four accounts work for SOAK=1h on both databases: memory, goroutines and file handles stay
	RENOWN_SOAK=$(or $(SOAK),1h) go test -count=1 -v -timeout 25h -run TestSoak ./internal/testkit/crashtest

.PHONY: clean
clean: ## remove what was built, installed and measured here
	rm -rf bin .cache coverage coverage.*
