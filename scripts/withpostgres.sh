#!/usr/bin/env bash
# Runs a command, in the current folder, with RENOWN_TEST_POSTGRES naming a server: the one already named there, or
# a private one that ends with the command.
#
#   scripts/withpostgres.sh go test ./internal/room/...
here=$PWD
. "$(dirname "$0")/lib.sh"

# Built and not `go run`: that would run the command in the folder of the tools' module.
go -C tools build -o "$CACHE/withpostgres" ./withpostgres
cd "$here"
exec "$CACHE/withpostgres" -- "$@"
