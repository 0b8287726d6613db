// Package lists makes a list of another: what the standard library's slices has
// no function for.
package lists

// Map is what f makes of each of xs, in their order; nil where there is none.
func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

// Filter is those of xs that keep holds for, in their order; nil where there is
// none. The list itself stays as it is.
func Filter[T any](xs []T, keep func(T) bool) []T {
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
