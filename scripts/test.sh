#!/usr/bin/env bash
# Everything that has to hold: lint, generated files, tests on both databases,
# a short run of each fuzz target. Goes through to the end whatever fails, then
# says what failed, what could not be run, and how many tests there were.
. "$(dirname "$0")/lib.sh"

RENOWN_RUN_DIR=$(mktemp -d)
export RENOWN_RUN_DIR
trap 'rm -rf "$RENOWN_RUN_DIR"' EXIT

steps=()
fault=0

# step NAME COMMAND...
step() {
  local began=$SECONDS verdict=ok
  say "$1"
  "${@:2}" || {
    verdict=FAILED
    fault=1
  }
  steps+=("$(printf '%-7s %4ds  %s' "$verdict" $((SECONDS - began)) "$1")")
}

# Packages where the race detector would look for minutes and find nothing: pure functions, pages and figures made one request
# at a time over rooms that the other tests race, whole programs (those of internal/door/api are raced), and processes of the built
# one. `make test-race` looks there too.
CALM='/cmd/renown$|/internal/(app|door/console|floor/store/move|room/geo/(alert|insight)|testkit/(browsertest|crashtest|load)|tool/(answer.*|draft|markdown|stat))$'

tests() {
  local why race=-race run=()
  if ! why=$(scripts/ensure.sh cc); then
    not_run "race detector" "$why"
    race=
  fi
  if why=$(scripts/ensure.sh postgres); then
    run=(env RENOWN_TEST_REQUIRE_POSTGRES=1 scripts/withpostgres.sh)
  else
    not_run "the PostgreSQL half of the tests" "$why"
  fi
  # Vet has run as part of lint. Tests of whole processes wait for each other with deadlines, which a busy machine can miss:
  # a few that fail are run once more, and are listed; what fails twice has failed.
  local everything status=0
  everything=$(go list ./...)
  packages "$(grep -vE "$CALM" <<<"$everything")" ${race:+"$race"} || status=$?
  browser
  packages "$(grep -E "$CALM" <<<"$everything")" || status=$?
  return "$status"
}

# browser prepares the tests that look at pages in one.
browser() {
  local chromium axe
  if ! chromium=$(scripts/ensure.sh chromium); then
    not_run "the tests in a browser" "$chromium"
  elif ! axe=$(scripts/ensure.sh axe); then
    not_run "the tests in a browser" "$axe"
  else
    run+=(env RENOWN_TEST_CHROMIUM="$chromium" RENOWN_TEST_AXE="$axe" RENOWN_TEST_REQUIRE_CHROMIUM=1)
  fi
}

# packages LIST FLAGS...: runs the tests of some packages and adds to the tally
packages() {
  "${run[@]}" go tool -modfile=tools/go.mod gotestsum --format pkgname --format-hide-empty-pkg --format-icons text \
    --rerun-fails=1 --rerun-fails-max-failures=8 --packages="$(tr '\n' ' ' <<<"$1")" \
    --post-run-command "$ROOT/scripts/tally.sh" -- "${@:2}" -shuffle=on -vet=off || return
  sed -i '$s/, [0-9]* failed/, 0 failed/' "$RENOWN_RUN_DIR/tally" # what failed once and then passed has passed
}

why=$(scripts/ensure.sh go) || {
  echo "$why" >&2
  exit 1
}
step "lint" scripts/lint.sh
step "generated files" scripts/drift.sh
step "tests of tools/" go -C tools test -vet=off ./...
step "tests" tests
step "fuzz targets" scripts/fuzz.sh "${FUZZTIME:-1s}"

say "make test, ${SECONDS}s"
printf '%s\n' "${steps[@]}"
if [ -s "$RENOWN_RUN_DIR/not-run" ]; then
  sed 's/^/NOT RUN  /' "$RENOWN_RUN_DIR/not-run"
  # A machine that is to vouch for the whole must have run the whole.
  if in_ci; then
    echo "CI=true: what was not run counts as failed"
    fault=1
  fi
fi
cat "$RENOWN_RUN_DIR/tally" 2>/dev/null || {
  echo "no test was run" >&2
  fault=1
}
exit "$fault"
