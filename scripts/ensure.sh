#!/usr/bin/env bash
# Sees to it that something the tests need is on this machine, installing it
# when that is allowed: by apt-get as root or with passwordless sudo, by npm
# into .cache. RENOWN_TEST_NO_INSTALL=1 forbids installing.
#
#   scripts/ensure.sh go|cc|shellcheck|nginx|postgres|redocly|chromium|axe|openapi-typescript|hey-api|mcp-sdk|duckdb|python|standardwebhooks|deep-chat|nlux
#
# Exit 0: it is there (for the last ten, its path is printed). Exit 1: it is not, and
# what is printed says why. Progress goes to standard error.
. "$(dirname "$0")/lib.sh"

GO_MINIMUM=1.26
POSTGRES_MINIMUM=15
# Each is one package without dependencies, so the version pins all of it.
REDOCLY=2.73.0
AXE=4.14.0
NLUX=2.17.1
# These six have dependencies, whose versions are those of the day they are installed.
OPENAPI_TYPESCRIPT=7.13.0
TYPESCRIPT=5.9.3
HEY_API=0.95.0
STANDARDWEBHOOKS=1.1.1
MCP_SDK=1.32.2
DUCKDB=1.4.1-r.4
DEEP_CHAT=2.4.2 # its bundle holds what it needs of them

because() {
  echo "$*"
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# may_install explains itself on standard output when it may not.
may_install() {
  if [ "${RENOWN_TEST_NO_INSTALL:-}" = 1 ]; then
    echo "RENOWN_TEST_NO_INSTALL=1 forbids installing it"
  elif ! command -v apt-get >/dev/null; then
    echo "this system has no apt-get to install it with"
  elif [ "$(id -u)" != 0 ] && ! sudo -n true 2>/dev/null; then
    echo "installing it takes root or passwordless sudo"
  else
    return 0
  fi
  return 1
}

# What apt-get tells is of interest only when it fails.
apt_get() {
  local told
  told=$(as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" </dev/null 2>&1) || {
    printf '%s\n' "$told" >&2
    return 1
  }
}

# The list of packages is fetched once in a run of `make test`.
apt_install() {
  local fresh=${RENOWN_TEST_RUN_DIR:+$RENOWN_TEST_RUN_DIR/apt-updated}
  if [ -z "$fresh" ] || [ ! -e "$fresh" ]; then
    echo "apt-get update" >&2
    apt_get update || return 1
    [ -z "$fresh" ] || : >"$fresh"
  fi
  echo "apt-get install $*" >&2
  apt_get install -y --no-install-recommends "$@"
}

# need PACKAGE...: install, or leave with the reason why not.
need() {
  local why
  why=$(may_install) || because "$1 is missing, and $why"
  apt_install "$@" || because "apt-get could not install $1"
}

# at_least MINIMUM VERSION
at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n1)" = "$1" ]; }

ensure_go() {
  command -v go >/dev/null || because "Go $GO_MINIMUM or newer is missing; Debian's own is too old to be installed for you"
  local version
  version=$(go env GOVERSION)
  at_least "$GO_MINIMUM" "${version#go}" || because "Go $GO_MINIMUM or newer is needed, this is ${version#go}"
}

# The race detector needs a C compiler; nothing else does.
ensure_cc() {
  command -v "$(go env CC)" >/dev/null || need gcc libc6-dev
}

ensure_shellcheck() {
  command -v shellcheck >/dev/null || need shellcheck
}

# Its package starts a server on port 80, so it is installed only where nothing would start it, as in a container.
ensure_nginx() {
  command -v nginx >/dev/null && return
  [ ! -d /run/systemd/system ] || because "nginx is missing, and installing it here would start it"
  need nginx-light
}

# postgres_found: Debian and Red Hat keep the server's programs outside PATH.
postgres_found() {
  local postgres version
  for postgres in "$(command -v postgres || true)" /usr/lib/postgresql/*/bin/postgres /usr/pgsql-*/bin/postgres; do
    if [ ! -x "$postgres" ] || [ ! -x "$(dirname "$postgres")/initdb" ]; then
      continue
    fi
    version=$("$postgres" --version | grep -oE '[0-9]+' | head -n1)
    [ "$version" -ge "$POSTGRES_MINIMUM" ] && return 0
  done
  return 1
}

# Debian's package creates and starts a cluster on port 5432. The tests start
# their own, so it is told not to for the length of the installation.
install_postgres() {
  local why dir=/etc/postgresql-common/createcluster.d
  why=$(may_install) || because "the PostgreSQL server is missing, and $why"
  as_root mkdir -p "$dir"
  echo 'create_main_cluster = false' | as_root tee "$dir/renown-tests.conf" >/dev/null
  local installed=0
  apt_install postgresql || installed=$?
  as_root rm -f "$dir/renown-tests.conf"
  [ "$installed" = 0 ] || because "apt-get could not install postgresql"
  postgres_found || because "apt-get installed postgresql, but no server of version $POSTGRES_MINIMUM or newer"
}

ensure_postgres() {
  [ -n "${RENOWN_TEST_POSTGRES:-}" ] || postgres_found || install_postgres
}

# chromium_found prints the path of the whole browser, which runtimes drive.
chromium_found() {
  command -v "${RENOWN_TEST_CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome
}

# The console is Chinese first: without a font for it, pages are boxes and their widths mean nothing.
speaks_chinese() {
  command -v fc-list >/dev/null && [ -n "$(fc-list :lang=zh family 2>/dev/null | head -n1)" ]
}

# Pages are looked at in the shell without windows where there is one: they cost a third less processor time.
ensure_chromium() {
  chromium_found >/dev/null || need chromium
  speaks_chinese || need fonts-noto-cjk fontconfig
  command -v chromium-headless-shell >/dev/null || ! may_install >/dev/null || apt_install chromium-headless-shell || true
  command -v "${RENOWN_TEST_CHROMIUM:-chromium-headless-shell}" || chromium_found || because "apt-get installed chromium, but it is not in PATH"
}

node_is_new_enough() {
  command -v node >/dev/null && at_least 20.19.0 "$(node --version | tr -d v)"
}

# from_npm NAME PACKAGE VERSION FILE MORE...: prints where that file of the package is below .cache, installing it, and more
# packages beside it, when it is not.
from_npm() {
  local home=$CACHE/$1-$3 fresh
  if [ ! -e "$home/node_modules/$4" ]; then
    [ "${RENOWN_TEST_NO_INSTALL:-}" != 1 ] || because "RENOWN_TEST_NO_INSTALL=1 forbids installing $1"
    command -v npm >/dev/null || need npm nodejs
    mkdir -p "$CACHE"
    fresh=$(mktemp -d "$CACHE/$1.XXXXXX")
    echo "npm install $2@$3" >&2
    npm install --prefix "$fresh" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error \
      "$2@$3" "${@:5}" </dev/null >&2 || { rm -rf "$fresh"; because "npm could not install $2@$3"; }
    rm -rf "$home"
    mv "$fresh" "$home" # whole or not at all: a broken download must not be taken for an installation
  fi
  echo "$home/node_modules/$4"
}

ensure_redocly() {
  command -v npm >/dev/null || need npm nodejs
  node_is_new_enough || because "Redocly needs Node 20.19 or newer, this is $(node --version)"
  from_npm redocly @redocly/cli "$REDOCLY" .bin/redocly
}

ensure_openapi-typescript() {
  local cli
  cli=$(from_npm openapi-typescript openapi-typescript "$OPENAPI_TYPESCRIPT" openapi-typescript/bin/cli.js "typescript@$TYPESCRIPT") || because "$cli"
  echo "${cli%/openapi-typescript/bin/cli.js}"
}

# Its programs are started with no terminal: one that finds an input waits for it.
ensure_hey-api() {
  local cli
  cli=$(from_npm hey-api @hey-api/openapi-ts "$HEY_API" @hey-api/openapi-ts/bin/run.js "typescript@$TYPESCRIPT") || because "$cli"
  echo "${cli%/@hey-api/openapi-ts/bin/run.js}"
}

ensure_standardwebhooks() {
  local main
  main=$(from_npm standardwebhooks standardwebhooks "$STANDARDWEBHOOKS" standardwebhooks/package.json) || because "$main"
  dirname "$main"
}

# Debian's newest is new enough for the client since 11.
ensure_python() {
  command -v python3 >/dev/null || need python3-minimal
  command -v python3
}

ensure_mcp-sdk() {
  local client
  client=$(from_npm mcp-sdk @modelcontextprotocol/sdk "$MCP_SDK" @modelcontextprotocol/sdk/dist/esm/client/index.js) || because "$client"
  echo "${client%/@modelcontextprotocol/sdk/dist/esm/client/index.js}"
}

ensure_duckdb() {
  local module
  module=$(from_npm duckdb @duckdb/node-api "$DUCKDB" @duckdb/node-api/package.json) || because "$module"
  echo "${module%/@duckdb/node-api/package.json}"
}

ensure_deep-chat() {
  from_npm deep-chat deep-chat "$DEEP_CHAT" deep-chat/dist/deepChat.bundle.js
}

ensure_nlux() {
  from_npm nlux @nlux/core "$NLUX" @nlux/core/esm/nlux-core.js
}

ensure_axe() {
  from_npm axe axe-core "$AXE" axe-core/axe.min.js
}

case "${1:-}" in
  go | cc | shellcheck | nginx | postgres | redocly | chromium | axe | openapi-typescript | hey-api | mcp-sdk | duckdb | python | standardwebhooks | deep-chat | nlux) "ensure_$1" ;;
  *)
    echo "usage: scripts/ensure.sh go|cc|shellcheck|nginx|postgres|redocly|chromium|axe|openapi-typescript|hey-api|mcp-sdk|duckdb|python|standardwebhooks|deep-chat|nlux" >&2
    exit 2
    ;;
esac
