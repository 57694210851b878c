#!/usr/bin/env bash
# Makes a Go and a TypeScript client of the contract with the generators that callers use, and compiles programs that use
# them: what a generator cannot read, or a name that callers lose, is seen here.
. "$(dirname "$0")/lib.sh"

out=$CACHE/clients
rm -rf "$out"
mkdir -p "$out/ts"
go run ./cmd/renown openapi >"$out/openapi.json"
go run ./cmd/renown openapi --older >"$out/openapi-3.0.json"

fault=0
# made_of FORM FILE: one form of the contract through the Go generator
made_of() {
  go -C tools tool oapi-codegen -config clients/go.yaml -o clients/testdata/go/client.gen.go "$2" &&
    go -C tools build -o /dev/null ./clients/testdata/go && echo "Go, from $1: compiles" || fault=1
}
trap 'rm -f "$ROOT/tools/clients/testdata/go/client.gen.go"' EXIT
made_of 3.1 "$out/openapi.json"
made_of 3.0 "$out/openapi-3.0.json"

if ! modules=$(scripts/ensure.sh openapi-typescript); then
  not_run "the TypeScript client" "$modules"
  exit "$fault"
fi
cp tools/clients/testdata/ts/* "$out/ts/"
(cd "$out/ts" && node "$modules/openapi-typescript/bin/cli.js" ../openapi.json --default-non-nullable=false -o api.ts >/dev/null) &&
  node "$modules/typescript/bin/tsc" -p "$out/ts" && echo "TypeScript: compiles" || fault=1
exit "$fault"
