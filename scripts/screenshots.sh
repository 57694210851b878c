#!/usr/bin/env bash
# A picture of every page of the console, for a person to look at: NAME-light-wide.png and so on, in .cache/screenshots; and
# those that the README shows, of the demo, in docs/pictures.
. "$(dirname "$0")/lib.sh"

chromium=$(scripts/ensure.sh chromium) || { echo "no pictures: $chromium" >&2; exit 1; }
axe=$(scripts/ensure.sh axe) || { echo "no pictures: $axe" >&2; exit 1; }
rm -rf "$CACHE/screenshots"
mkdir -p "$CACHE/screenshots"
RENOWN_TEST_CHROMIUM=$chromium RENOWN_TEST_AXE=$axe RENOWN_TEST_REQUIRE_CHROMIUM=1 RENOWN_SCREENSHOTS=$CACHE/screenshots \
  go test -count=1 -timeout 15m -run '^(TestPages|TestDemoStory)$' ./internal/testkit/browsertest
for picture in "$CACHE"/screenshots/readme-*.png; do
  name=${picture##*/readme-}
  mv "$picture" "docs/pictures/$name"
done
echo "$(find "$CACHE/screenshots" -name '*.png' | wc -l) pictures in .cache/screenshots"
