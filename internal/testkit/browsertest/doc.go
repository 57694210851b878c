// Package browsertest looks at the console as people do: its tests drive a real Chromium over the whole program. They walk
// the story from registration to a published article, open every page in light and dark, wide and on a phone, and store
// what would do harm if it were ever run.
//
//	RENOWN_TEST_CHROMIUM           path of the browser; without it one is looked for in PATH
//	RENOWN_TEST_AXE                path of axe.min.js; without it nothing is said about accessibility
//	RENOWN_TEST_REQUIRE_CHROMIUM   1: without either the tests fail instead of being skipped
//	RENOWN_SCREENSHOTS             folder for a picture of every page in all four forms; without it none are taken
//
// Whatever a test is about, it fails on a script's exception, an error in the browser's console, a breach of the content
// policy, an answer of 400 or more that it did not ask for, and a request to another host.
package browsertest
