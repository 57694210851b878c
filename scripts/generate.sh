#!/usr/bin/env bash
# Writes every generated file of the repository anew.
. "$(dirname "$0")/lib.sh"

go generate ./...
# The files of these tests alone: with the package they would link the whole program.
go test ./internal/app/{arrows,house,tables}_test.go -run '^(TestHouseIsDrawn|TestTables)$' -update >/dev/null
go test ./internal/tool/assistant -run '^TestPlatformsPage$' -update >/dev/null

fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
go -C tools run ./notices .. ./cmd/renown >"$fresh"
cat "$fresh" >THIRD_PARTY_NOTICES.md
