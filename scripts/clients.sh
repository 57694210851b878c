#!/usr/bin/env bash
# Makes Go and TypeScript clients of the contract with the generators that callers use, and compiles programs that use
# them: what a generator cannot read, or a name that callers lose, is seen here.
. "$(dirname "$0")/lib.sh"

out=$CACHE/clients
rm -rf "$out"
mkdir -p "$out"
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

# typescript FOLDER GENERATOR: the programs of a folder compile with the files that a generator made beside them
typescript() {
  local modules
  if ! modules=$(scripts/ensure.sh "$2"); then
    not_run "the TypeScript client of $2" "$modules"
    return
  fi
  cp -r "tools/clients/testdata/$1" "$out/$1"
  (cd "$out/$1" && "$2" "$modules") </dev/null >"$out/$1.log" 2>&1 &&
    node "$modules/typescript/bin/tsc" -p "$out/$1" && echo "TypeScript, by $2: compiles" || { cat "$out/$1.log"; fault=1; }
}
openapi-typescript() { node "$1/openapi-typescript/bin/cli.js" ../openapi.json --default-non-nullable=false -o api.ts; }
hey-api() { node "$1/@hey-api/openapi-ts/bin/run.js" -i ../openapi.json -o made -s --no-log-file; }
typescript ts openapi-typescript
typescript hey hey-api
exit "$fault"
