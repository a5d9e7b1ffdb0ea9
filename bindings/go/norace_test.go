//go:build !race

package onemodel_test

const underRaceDetector = false
