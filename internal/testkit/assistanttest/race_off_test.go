//go:build !race

package assistanttest_test

const raceDetector = false
