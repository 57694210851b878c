#!/usr/bin/env bash
# Called by gotestsum when the tests are over, with its counts in the
# environment; leaves a closing line for `make test` to end with.
set -euo pipefail
passed=$((TESTS_TOTAL - TESTS_FAILED - TESTS_SKIPPED))
echo "$passed passed, $((TESTS_FAILED + TESTS_ERRORS)) failed, $TESTS_SKIPPED skipped" >>"$RENOWN_TEST_RUN_DIR/tally"
