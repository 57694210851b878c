#!/usr/bin/env bash
# Checks the published contract: Redocly's rules, and against the latest
# release that nothing a caller relies on was taken away.
#
#   scripts/contract.sh [lint|compat REVISION]
. "$(dirname "$0")/lib.sh"

CONTRACT=internal/door/api/openapi.yaml

lint() {
  local redocly
  if ! redocly=$(scripts/ensure.sh redocly); then
    not_run "lint of the contract" "$redocly"
    return
  fi
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true REDOCLY_SUPPRESS_NOTIFICATIONS=true \
    "$redocly" lint --config redocly.yaml "$CONTRACT" </dev/null
}

# compat REVISION
compat() {
  local before
  before=$(mktemp --suffix=.yaml)
  # shellcheck disable=SC2064 # the name is to be fixed now
  trap "rm -f '$before'" EXIT
  git show "$1:$CONTRACT" >"$before"
  echo "changes since $1 that would break a caller:"
  tool oasdiff breaking --fail-on WARN "$before" "$CONTRACT"
}

# Within v1 every change is additive; before the first release there is nothing to hold to.
compat_with_release() {
  local release
  release=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || return 0
  compat "$release"
}

case "${1:-lint}" in
  lint)
    lint
    compat_with_release
    ;;
  compat) compat "${2:?which revision to compare with?}" ;;
  *)
    echo "usage: scripts/contract.sh [lint|compat REVISION]" >&2
    exit 2
    ;;
esac
