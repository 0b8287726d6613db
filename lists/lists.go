// Package lists derives one list from another, in ways that the standard library's slices
// does not have.
package lists

// Map returns f of each of xs, in order; nil where there are none.
func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

// Filter returns those of xs for which keep holds, in order; nil where there are none. It
// does not change xs.
func Filter[T any](xs []T, keep func(T) bool) []T {
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
