#!/usr/bin/env bash
# Runs the benchmarks of the program and ends with one table.
# BENCH (a regular expression), BENCHTIME and BENCHCOUNT choose and lengthen.
. "$(dirname "$0")/lib.sh"

mkdir -p "$CACHE/bench"
latest=$CACHE/bench/latest.txt
[ ! -e "$latest" ] || mv "$latest" "$CACHE/bench/previous.txt"

mapfile -t packages < <(packages_with Benchmark)
if [ "${#packages[@]}" = 0 ]; then
  echo "there are no benchmarks" >&2
  exit 1
fi

# All are compiled before the first is run: compiling uses every processor, and would be measured beside it.
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
go test -c -ldflags '-s -w' -o "$programs/" "${packages[@]}"

# Four of each are the fewest between which benchstat finds a difference. One package at a time: two at once would measure each other.
# shellcheck disable=SC2016 # the inner shell is to read these
bench=(env PROGRAMS="$programs" bash -c '
  status=0
  for package; do
    (cd "$package" && "$PROGRAMS/$(basename "$package").test" -test.run "^$" -test.bench "${BENCH:-.}" -test.benchmem \
      -test.benchtime "${BENCHTIME:-200ms}" -test.count "${BENCHCOUNT:-4}" -test.timeout 20m) || status=1
  done
  exit "$status"' bash "${packages[@]}")
if why=$(scripts/ensure.sh postgres); then
  bench=(env RENOWN_TEST_REQUIRE_POSTGRES=1 scripts/withpostgres.sh "${bench[@]}")
else
  not_run "benchmarks on PostgreSQL" "$why"
fi

fault=0
# A repetition that is left out (atMost) prints a line without figures.
"${bench[@]}" | grep --line-buffered -v -e ' NaN ns/op' -e '^--- BENCH' -e ': was repeated often enough$' -e '^PASS$' | tee "$latest" || fault=1
say "benchmarks: median of ${BENCHCOUNT:-4}, $(nproc) cores, $(go env GOVERSION)"
go -C tools run ./benchtable <"$latest"
[ ! -e "$CACHE/bench/previous.txt" ] || echo "compare with the run before: make bench-compare"
exit "$fault"
