#!/usr/bin/env bash
# Lints code, scripts and contract. All checks run even when one fails, so that
# a single run shows everything there is to mend. RENOWN_VET_PACKAGES and RENOWN_STATICCHECK_PACKAGES (import paths) bound what is read.
. "$(dirname "$0")/lib.sh"

faults=()

# check NAME COMMAND...
check() {
  printf '%s\n' "-- $1"
  "${@:2}" || faults+=("$1")
}

formatted() {
  local files
  files=$(tool gofumpt -l .) || return 1
  [ -z "$files" ] || {
    printf 'not formatted (make fmt mends it):\n%s\n' "$files"
    return 1
  }
}

scripts_sound() {
  local why
  if ! why=$(scripts/ensure.sh shellcheck); then
    not_run "lint of the shell scripts" "$why"
    return
  fi
  shellcheck --severity=warning --external-sources --source-path=SCRIPTDIR scripts/*.sh .ci/run
}

staticcheck_tools() { (cd tools && go tool staticcheck ./...); }

check "gofumpt" formatted
read -ra packages <<<"${RENOWN_VET_PACKAGES-./...}"
[ "${#packages[@]}" = 0 ] || check "go vet" go vet "${packages[@]}"
read -ra packages <<<"${RENOWN_STATICCHECK_PACKAGES-./...}"
[ "${#packages[@]}" = 0 ] || check "staticcheck" tool staticcheck "${packages[@]}"
check "go vet of tools/" go -C tools vet ./...
check "staticcheck of tools/" staticcheck_tools
check "shellcheck" scripts_sound
check "machine paths, secrets, sleeping tests" scripts/hygiene.sh
check "contract" scripts/contract.sh lint

if [ "${#faults[@]}" -gt 0 ]; then
  printf 'lint failed: %s\n' "$(printf '%s, ' "${faults[@]}" | sed 's/, $//')" >&2
  exit 1
fi
