# shellcheck shell=bash
# Sourced by the scripts beside it. Owns where the repository is, how a script
# speaks, and how it admits that something could not be run.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # used by those who source this
CACHE=$ROOT/.cache
cd "$ROOT"

# The version comes from the Makefile; asking git again fails in a checkout
# that another user owns.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-buildvcs=false -trimpath"
# As the program is built for release, so that tests which build it find everything compiled: packages that were compiled with
# C or with paths are others. The race detector alone needs C.
export CGO_ENABLED="${CGO_ENABLED:-0}"

# The tools have a module of their own, so that they never lift the version of
# a library the program is built with.
tool() { go tool -modfile=tools/go.mod "$@"; }

say() { printf '\n== %s\n' "$*"; }

in_ci() { [ "${CI:-}" = true ]; }

# not_run WHAT WHY: said at once, said again at the end of `make test`
# (RENOWN_TEST_RUN_DIR is its scratch folder), and a fault in CI.
not_run() {
  printf 'not run: %s: %s\n' "$1" "$2" >&2
  if [ -n "${RENOWN_TEST_RUN_DIR:-}" ]; then
    printf '%s: %s\n' "$1" "$2" >>"$RENOWN_TEST_RUN_DIR/not-run"
    return 0
  fi
  ! in_ci
}

# packages_with PATTERN: folders of the main module whose tests define such a
# function. A textual look spares compiling every test of the program.
packages_with() {
  find . \( -name '.?*' -o -path ./tools -o -name testdata -o -name node_modules \) -prune -o -name '*_test.go' -print0 |
    xargs -0r grep -lE "^func $1[A-Z0-9_][A-Za-z0-9_]*\(" | xargs -r -n1 dirname | sort -u
}
