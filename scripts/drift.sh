#!/usr/bin/env bash
# Fails when a generated file differs from what its generator writes now, a
# go.mod from what the imports ask for, or the page of settings from the settings. Works on copies: nothing here changes,
# and uncommitted work counts as it stands.
. "$(dirname "$0")/lib.sh"

if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  not_run "drift of generated files" "this is not a git checkout"
  exit
fi

copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
for copy in have want; do
  mkdir "$copies/$copy"
  git ls-files -z --cached --others --exclude-standard |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar --null -T - -cf - | tar -xf - -C "$copies/$copy"
done

fault=0
if ! "$copies/want/scripts/generate.sh"; then
  echo "make generate fails" >&2
  fault=1
elif ! diff -ruN "$copies/have" "$copies/want" >"$copies/diff"; then
  sed "s|$copies/||g; 60q" "$copies/diff"
  echo "generated files are out of date (make generate mends it)" >&2
  fault=1
fi

for module in . tools; do
  if ! go -C "$copies/have/$module" mod tidy -diff; then
    echo "$module/go.mod is not tidy (go mod tidy mends it)" >&2
    fault=1
  fi
done

# The settings are declared once, in code; the page that explains them must name the same.
declared=$(grep -rhoE --include='*.go' 'env:"RENOWN_[A-Z_]+"' cmd internal | grep -oE 'RENOWN_[A-Z_]+' | sort -u)
explained=$(grep -oE 'RENOWN_[A-Z_]+' docs/operations.md | sort -u)
if ! diff <(printf '%s\n' "$declared") <(printf '%s\n' "$explained"); then
  echo "docs/operations.md names other settings (>) than the program has (<)" >&2
  fault=1
fi

# The README shows the pictures that make screenshots writes, and no others lie beside them.
made=$(sed -n '/^var readme = /,/^}/s/.*{"\([a-z-]*\)", .*/\1.png/p' internal/testkit/browsertest/demo_story_test.go | sort)
shown=$(grep -oE 'docs/pictures/[a-z-]+\.png' README.md | sed 's|.*/||' | sort -u)
lying=$(git ls-files --cached --others --exclude-standard docs/pictures | sed 's|.*/||' | sort)
if [ "$made" != "$shown" ] || [ "$made" != "$lying" ]; then
  printf 'pictures made: %s\nshown in the README: %s\nin docs/pictures: %s\n' "${made//$'\n'/ }" "${shown//$'\n'/ }" "${lying//$'\n'/ }" >&2
  fault=1
fi
exit "$fault"
