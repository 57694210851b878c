#!/usr/bin/env bash
# Fails when a file of the repository names what only one machine has (a home
# or work folder, the host of a package registry) or holds a secret, and when a test sleeps.
# go.sum files are exempt: they name modules, never hosts.
. "$(dirname "$0")/lib.sh"

if ! files=$(git ls-files --cached --others --exclude-standard -- ':!*go.sum' 2>/dev/null); then
  not_run "search for machine paths and secrets" "this is not a git checkout"
  exit
fi

# Each is written so that it does not match itself.
patterns=(
  '(^|[^A-Za-z0-9_.])/(work|farm|root)/'
  '\b(proxy|sum|registry)[.](golang|npmjs|yarnpkg)[.](org|com)\b'
  '\b(deb|security)[.]debian[.]org\b'
  '-{5}BEGIN [A-Z ]*PRIVATE KEY-{5}'
  '_authToken *='
)

found=0
for pattern in "${patterns[@]}"; do
  # xargs fails when any batch of files is clean, so the verdict is what was printed.
  hits=$(printf '%s\n' "$files" | xargs -d '\n' grep -HnIsE -e "$pattern" | cut -c1-200) || true
  if [ -n "$hits" ]; then
    printf '%s\n' "$hits"
    found=1
  fi
done
if [ "$found" = 1 ]; then
  echo "the lines above name one machine's paths or hosts, or hold a secret" >&2
fi

# A sleep is too short on a busy machine and too long on any other.
sleeping=$(printf '%s\n' "$files" | grep -E '_test[.]go$|^internal/testkit/.*[.]go$' | xargs -d '\n' grep -HnsE 'time[.]Sleep\b') || true
if [ -n "$sleeping" ]; then
  printf '%s\n' "$sleeping"
  echo "the lines above sleep; wait on a channel, on a condition (internal/testkit/await) or in a synctest bubble" >&2
  found=1
fi
exit "$found"
