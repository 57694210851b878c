#!/usr/bin/env bash
# Looks the program and its modules up in the Go vulnerability database (GOVULNDB, else vuln.go.dev). Exit 0: none that it calls is known.
# Exit 1: some are. Exit 2: the scanner or its data could not be had, so nothing is known.
. "$(dirname "$0")/lib.sh"

GOVULNCHECK=v1.1.4

if ! scanner=$(GOBIN="$CACHE/bin" go install "golang.org/x/vuln/cmd/govulncheck@$GOVULNCHECK" 2>&1); then
  printf 'NOT LOOKED: govulncheck %s cannot be installed:\n%s\n' "$GOVULNCHECK" "$scanner" >&2
  exit 2
fi
told=$("$CACHE/bin/govulncheck" ${GOVULNDB:+-db "$GOVULNDB"} ./cmd/renown 2>&1) && status=0 || status=$?
printf '%s\n' "$told"
case $status in
  0) ;;
  3) exit 1 ;; # the scanner's own status for what it found
  *)
    echo "NOT LOOKED: the database of vulnerabilities cannot be reached, or the scanner failed" >&2
    exit 2
    ;;
esac
