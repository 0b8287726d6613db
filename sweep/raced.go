//go:build race

package sweep

const raced = true
