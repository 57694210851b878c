#!/usr/bin/env bash
# Runs every native fuzz target of the program for a while, one after another.
#
#   scripts/fuzz.sh TIME      a duration as `go test -fuzztime` takes it, for each target
. "$(dirname "$0")/lib.sh"

fuzztime=${1:?for how long? e.g. scripts/fuzz.sh 30s}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# fuzz PACKAGE TARGET. When the time is up while an input is being tried, the
# fuzzer may report the deadline itself as the failure, with no input to show
# for it: that says nothing about the target, which is then tried once more.
fuzz() {
  for _ in 1 2; do
    if go test -run '^$' -fuzz "^$2\$" -fuzztime "$fuzztime" "$1" >"$log" 2>&1; then
      tail -n 1 "$log" | sed "s|\$|  $2|"
      return 0
    fi
    if grep -q 'Failing input written' "$log" || ! grep -q 'context deadline exceeded' "$log"; then
      break
    fi
    echo "$1 $2: the fuzzer ran into its own deadline; once more"
  done
  cat "$log"
  return 1
}

fault=0
count=0
for package in $(packages_with Fuzz); do
  if ! targets=$(go test -list '^Fuzz' "$package"); then
    printf '%s\n' "$targets"
    fault=1
    continue
  fi
  for target in $targets; do
    [[ $target == Fuzz* ]] || continue # the last line tells the package and its time
    fuzz "$package" "$target" || fault=1
    count=$((count + 1))
  done
done
echo "$count fuzz targets, $fuzztime each"
exit "$fault"
