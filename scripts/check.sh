#!/usr/bin/env bash
# For while one works: format, vet, lint, generated files, and the tests of the packages that changed and of those that
# import them, on SQLite only and without the race detector. What has to hold before a change lands is `make test`.
#
# BASE=<revision>   what changed since the common ancestor with it; without BASE, what is not committed, or, when
#                   everything is, the last commit
. "$(dirname "$0")/lib.sh"

# Whole programs take minutes: they run when they are changed themselves, otherwise they are left to `make test`.
WHOLE='/cmd/renown$|/internal/(app|testkit/(browsertest|crashtest))$'
MOST=10 # packages tested: those that changed, then the nearest importers; linking each takes longer than most of their tests

changed() {
  local base=HEAD
  if [ -n "${BASE:-}" ]; then
    base=$(git merge-base "$BASE" HEAD)
  elif [ -z "$(git status --porcelain)" ]; then
    base=HEAD~1
  fi
  git diff --name-only "$base" --
  git ls-files --others --exclude-standard
}

# folders: of the packages that files belong to: the nearest folder with Go code, for what is embedded and test data
folders() {
  local file folder
  while IFS= read -r file; do
    folder=$(dirname "$file")
    until [ "$folder" = . ] || compgen -G "$folder/*.go" >/dev/null; do folder=$(dirname "$folder"); done
    [ "$folder" = . ] || printf './%s\n' "$folder"
  done | sort -u
}

# importers PACKAGE...: "DISTANCE PACKAGE" of these and of all whose code or tests need them. Code passes a change on,
# tests do not.
importers() {
  go list -f '{{$p := .ImportPath}}{{range .Imports}}{{$p}} code {{.}}
{{end}}{{range .TestImports}}{{$p}} test {{.}}
{{end}}{{range .XTestImports}}{{$p}} test {{.}}
{{end}}' ./... | awk -v changed="$*" '
    NF == 3 && $3 ~ /^renown\// { n++; from[n] = $1; kind[n] = $2; to[n] = $3 }
    END {
      for (i = split(changed, list, " "); i > 0; i--) reached[list[i]] = 0
      for (far = 1; grown || far == 1; far++) {
        grown = 0
        for (i = 1; i <= n; i++)
          if (kind[i] == "code" && to[i] in reached && reached[to[i]] == far - 1 && !(from[i] in reached)) {
            reached[from[i]] = far
            grown = 1
          }
      }
      for (p in reached) all[p] = reached[p]
      for (i = 1; i <= n; i++)
        if (to[i] in reached && (!(from[i] in all) || all[from[i]] > reached[to[i]] + 1)) all[from[i]] = reached[to[i]] + 1
      for (p in all) print all[p], p
    }' | sort -k1n -k2
}

fault=0
files=$(changed | sort -u)
mapfile -t own < <(folders <<<"$files" | grep -v '^./tools/' | xargs -r go list -e -f '{{if or .GoFiles .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}')
all=()
[ "${#own[@]}" = 0 ] || mapfile -t all < <(importers "${own[@]}")
say "${#own[@]} packages changed, $((${#all[@]} - ${#own[@]})) import them"

# Generated files are compared meanwhile: that work is mostly of one process at a time.
drift=$(mktemp)
trap 'rm -f "$drift"' EXIT
scripts/drift.sh >"$drift" 2>&1 &
drifting=$!
say "lint"
# Vet compiles those that import a change, tests included; what staticcheck has to say of them hardly depends on it.
RENOWN_VET_PACKAGES="${all[*]#* }" RENOWN_STATICCHECK_PACKAGES="${own[*]}" scripts/lint.sh || fault=1
say "generated files"
wait "$drifting" || fault=1
cat "$drift"
if grep -q '^tools/' <<<"$files"; then
  say "tests of tools/"
  go -C tools test -vet=off ./... || fault=1
fi

run=() left=()
for package in "${all[@]}"; do
  if [ "${package%% *}" != 0 ] && { [ "${#run[@]}" -ge "$MOST" ] || grep -qE "$WHOLE" <<<"$package"; }; then
    left+=("${package#* renown/}")
  else
    run+=("${package#* }")
  fi
done
if [ "${#run[@]}" -gt 0 ]; then
  say "tests of ${#run[@]} packages, on SQLite"
  RENOWN_TEST_SQLITE_ONLY=1 tool gotestsum --format pkgname --format-hide-empty-pkg --format-icons text \
    --packages="${run[*]}" -- -vet=off || fault=1
fi

say "make check, ${SECONDS}s"
[ "${#left[@]}" = 0 ] || echo "left to make test, besides PostgreSQL and the race detector: ${left[*]}"
[ "$fault" = 0 ] || echo "FAILED" >&2
exit "$fault"
