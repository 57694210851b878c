#!/usr/bin/env bash
# Everything that has to hold: lint, generated files, tests on both databases with the race detector, the seeds of the
# fuzz targets among them. Goes through to the end whatever fails, then says what failed, what could not be run, and
# how many tests there were. No test gets a second try.
. "$(dirname "$0")/lib.sh"

RENOWN_TEST_RUN_DIR=$(mktemp -d)
export RENOWN_TEST_RUN_DIR
MEMORY=$RENOWN_TEST_RUN_DIR # or a folder in memory: see scratch
trap 'rm -rf "$RENOWN_TEST_RUN_DIR" "$MEMORY"' EXIT
trap 'kill 0' INT # what goes on beside ignores the key that interrupts

fault=0

# step NAME COMMAND...: noted in a file, for some are taken beside others.
step() {
  local began=$SECONDS verdict=ok
  say "$1"
  "${@:2}" || verdict=FAILED
  printf '%-7s %4ds  %s\n' "$verdict" $((SECONDS - began)) "$1" >>"$RENOWN_TEST_RUN_DIR/steps"
}

# checks are the steps that are no tests of the program.
checks() {
  step "lint" scripts/lint.sh
  step "generated files" scripts/drift.sh
  step "generated clients" scripts/clients.sh
  step "tests of tools/" go -C tools test -vet=off ./...
}

# Instrumented code is five to twenty times slower. These compute and share nothing among goroutines: the embedded database
# (C translated to Go; what our code does with it goes through database/sql), expressions, hashes, compression, HTML, tokens of JSON,
# the schemas that tests hold answers against. A package that guards a map by a lock does not belong here: the lock would be inlined
# uninstrumented and the map reported.
UNRACED=(-gcflags={modernc.org,regexp,compress,github.com/klauspost/compress/{flate,gzip,internal/le},golang.org/x/crypto,golang.org/x/net/html,github.com/go-json-experiment/json/{jsontext,internal},github.com/santhosh-tekuri/jsonschema/v6}/...=-race=false)

# These take longest or wait most of the time, so they begin first and the others use the processors meanwhile.
FIRST='/internal/(testkit/(crashtest|browsertest|assistanttest)|app|floor/store/move|door/(console|api)|room/(reading|insight|run|publishing/(catalogue|order)))$'

# These run without the race detector, under which they take five times as long. The first drive whole programs, browsers and
# processes that are killed: what they are made of runs with it in its own tests. The others compute: no goroutine is started in
# them or their tests, and they run with it where rooms and doors call them.
WHOLE='cmd/renown|internal/(testkit/(crashtest|browsertest)|floor/store/move)'
COMPUTE='internal/(tool/(answer/sentiment|csvcell|draft|markdown|stat)|door/locale)'
UNRACED_TESTS="/($WHOLE|$COMPUTE)$"

# Single tests of other packages that only compute, too: statistics over simulated worlds, huge and hostile answers, figures that are
# counted again after one call at a time, a catalogue that is listed after one file at a time, plans of statements over grown tables;
# and what weighs memory, which the race detector multiplies.
COMPUTING='^Test(PeriodicWorkIsBounded|Sure|Recount|SignificantChange|VerifyReport|Calibrated|CampaignsAreCalibrated|WorldIsRecovered|GrowthIsLinear|MemoryIsLinear|NestedNamesAreLinear|HugeAnswers|HostileBodies|MarketIsInvented|Variety|BrokenOffAnywhere|MutilatedTexts|CompilingIsBounded|WordsCeiling|ListModel|OneFigureOneValue|TwoThousandWaiting|Revision\b)'

tests() {
  local why run=()
  local race=(-race "${UNRACED[@]}") c=1
  if ! why=$(scripts/ensure.sh cc); then
    not_run "race detector" "$why"
    race=() c=0
  fi
  browser
  clients
  why=$(scripts/ensure.sh nginx) || not_run "nginx -t" "$why"
  if why=$(scripts/ensure.sh standardwebhooks); then
    run+=(env RENOWN_TEST_STANDARDWEBHOOKS="$why")
  else
    not_run "the receiver of webhooks from npm" "$why"
  fi
  [ "$(id -u)" = 0 ] || not_run "what the image holds" "changing the root folder takes root"
  if why=$(scripts/ensure.sh postgres); then
    run+=(env RENOWN_TEST_REQUIRE_POSTGRES=1 scripts/withpostgres.sh)
  else
    not_run "the PostgreSQL half of the tests" "$why"
  fi
  local everything status=0
  everything=$(go list ./...)
  everything=$(grep -E "$FIRST" <<<"$everything"; grep -vE "$FIRST" <<<"$everything")
  # The other suites, the checks and compiling take the pauses of tests that wait; what they share is compiled before.
  go build ./... || true # the suites say what does not compile
  checks >"$RENOWN_TEST_RUN_DIR/checks" 2>&1 &
  local checked=$!
  CGO_ENABLED=$c nice -n 19 go build "${race[@]}" ./... &
  local compiled=$!
  suite unraced "$(grep -E "$UNRACED_TESTS" <<<"$everything")" &
  local unraced=$!
  wait "$compiled" || true
  wait "$checked" || status=1 # it is 0 when every step was noted
  cat "$RENOWN_TEST_RUN_DIR/checks"
  suite computing "$(computing <<<"$everything")" -run "$COMPUTING" || status=$?
  CGO_ENABLED=$c suite raced "$(grep -vE "$UNRACED_TESTS" <<<"$everything")" "${race[@]}" -skip "$COMPUTING" || status=$?
  wait "$unraced" || status=$?
  say "slowest tests"
  cat "$RENOWN_TEST_RUN_DIR"/{unraced,computing,raced}.json >"$RENOWN_TEST_RUN_DIR/tests.json"
  tool gotestsum tool slowest --jsonfile "$RENOWN_TEST_RUN_DIR/tests.json" --threshold 5s | sed -n 1,25p
  return "$status"
}

# computing keeps those of the packages that hold such single tests.
computing() {
  local holds
  holds=$(grep -rlE "func ${COMPUTING#^}" --include='*_test.go' internal | xargs -n1 dirname | sort -u)
  grep -vE "$UNRACED_TESTS" | grep -E "/(${holds//$'\n'/|})$"
}

# suite NAME PACKAGES FLAGS...: vet has run as part of lint. The limit is for what hangs: a package shares two processors with up to seven
# others, and all of them may be three times slower.
suite() {
  scratch "${run[@]}" go tool -modfile=tools/go.mod gotestsum --format pkgname --format-hide-empty-pkg --format-icons text \
    --packages="$(tr '\n' ' ' <<<"$2")" --jsonfile "$RENOWN_TEST_RUN_DIR/$1.json" --post-run-command "$ROOT/scripts/tally.sh" \
    -- -p 4 -timeout 45m "${@:3}" -shuffle=on -vet=off
}

# browser prepares the tests that look at pages in one.
browser() {
  local chromium axe deep nlux
  if ! chromium=$(scripts/ensure.sh chromium); then
    not_run "the tests in a browser" "$chromium"
  elif ! axe=$(scripts/ensure.sh axe); then
    not_run "the tests in a browser" "$axe"
  else
    run+=(env RENOWN_TEST_CHROMIUM="$chromium" RENOWN_TEST_AXE="$axe" RENOWN_TEST_REQUIRE_CHROMIUM=1)
  fi
  if ! deep=$(scripts/ensure.sh deep-chat); then
    not_run "chat front ends of others" "$deep"
  elif ! nlux=$(scripts/ensure.sh nlux); then
    not_run "chat front ends of others" "$nlux"
  else
    run+=(env RENOWN_TEST_DEEP_CHAT="$deep" RENOWN_TEST_NLUX="$nlux")
  fi
}

# clients prepares the tests of the clients in other languages.
clients() {
  local modules python sdk duckdb
  if ! modules=$(scripts/ensure.sh openapi-typescript); then
    not_run "the TypeScript client" "$modules"
  elif ! python=$(scripts/ensure.sh python); then
    not_run "the Python client" "$python"
  elif ! duckdb=$(scripts/ensure.sh duckdb); then
    not_run "the script for DuckDB" "$duckdb"
  elif ! sdk=$(scripts/ensure.sh mcp-sdk); then
    not_run "the MCP client for JavaScript" "$sdk"
  else
    run+=(env RENOWN_TEST_TSC="$modules/typescript/bin/tsc" RENOWN_TEST_PYTHON="$python" RENOWN_TEST_MCP_SDK="$sdk" RENOWN_TEST_DUCKDB="$duckdb" RENOWN_TEST_REQUIRE_CLIENTS=1)
  fi
}

# scratch COMMAND...: runs it with a temporary folder of its own, and fails when something is left there.
scratch() {
  local folder status=0 left
  folder=$(mktemp -d "$MEMORY/XXX") # a short name: the browser's socket lies below, and no path to one may exceed 107 bytes
  chmod 711 "$RENOWN_TEST_RUN_DIR" "$MEMORY"; chmod 1777 "$folder" # PostgreSQL runs as another user when this one is root
  mkdir -p "$RENOWN_TEST_RUN_DIR/build"
  TMPDIR=$folder GOTMPDIR=$RENOWN_TEST_RUN_DIR/build "$@" || status=$?
  for _ in {1..50}; do # a server that ended with its test removes its folder a moment later
    left=$(ls -A "$folder")
    [ -n "$left" ] || {
      rm -rf "$folder"
      return "$status"
    }
    sleep 0.2
  done
  printf 'the tests left in the temporary folder:\n%s\n' "$left" >&2
  return 1
}

# in_memory prints a folder of a file system in memory, where no commit waits for a disk; it must have room and run programs.
in_memory() {
  local folder=/dev/shm free probe works=1
  free=$(df --output=avail -k "$folder" 2>/dev/null | tail -n 1) || return 1
  [ "${free:-0}" -gt 4194304 ] || return 1
  probe=$(mktemp "$folder/renown-probe.XXXXXX" 2>/dev/null) || return 1
  printf '#!/bin/sh\n' >"$probe" && chmod 700 "$probe" && "$probe" 2>/dev/null && works=0
  rm -f "$probe"
  [ "$works" = 0 ] && echo "$folder"
}

why=$(scripts/ensure.sh go) || {
  echo "$why" >&2
  exit 1
}
if memory=$(in_memory); then
  MEMORY=$(mktemp -d "$memory/renown-test.XXXXXX")
fi
step "tests" tests

say "make test, ${SECONDS}s"
cat "$RENOWN_TEST_RUN_DIR/steps"
! grep -q '^FAILED' "$RENOWN_TEST_RUN_DIR/steps" || fault=1
if [ -s "$RENOWN_TEST_RUN_DIR/not-run" ]; then
  sed 's/^/NOT RUN  /' "$RENOWN_TEST_RUN_DIR/not-run"
  # A machine that is to vouch for the whole must have run the whole.
  if in_ci; then
    echo "CI=true: what was not run counts as failed"
    fault=1
  fi
fi
cat "$RENOWN_TEST_RUN_DIR/tally" 2>/dev/null || {
  echo "no test was run" >&2
  fault=1
}
exit "$fault"
