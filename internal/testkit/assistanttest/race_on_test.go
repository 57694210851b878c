//go:build race

package assistanttest_test

// raceDetector multiplies memory several times; figures taken under it say nothing.
const raceDetector = true
