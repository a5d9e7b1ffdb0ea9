//go:build race

package onemodel_test

// Under the race detector everything is several times slower, and sync.Pool forgets at random.
const underRaceDetector = true
