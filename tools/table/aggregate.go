package table

import (
	"math"
	"slices"
	"strings"
)

// Aggregation is the result of aggregating values.
type Aggregation struct {
	Value   any   // nil where there was nothing to aggregate
	Count   int   // values used
	Skipped int   // values that are neither empty nor numbers, where numbers are wanted
	Values  []any // of list and unique: the values; of mode: all that tie
}

// aggregateOps maps the names that people and models use to the aggregates.
var aggregateOps = map[string]string{
	"sum": "sum", "total": "sum", "mean": "mean", "average": "mean", "avg": "mean",
	"min": "min", "minimum": "min", "lowest": "min", "max": "max", "maximum": "max", "highest": "max",
	"count": "count", "median": "median", "variance": "variance", "stdev": "stdev", "std": "stdev",
	"range": "range", "difference": "difference", "first": "first", "last": "last",
	"list": "list", "unique": "unique", "mode": "mode", "product": "product",
}

// AggregateOp reads an aggregate's name; the error lists them.
func AggregateOp(name string) (string, error) {
	if op, ok := aggregateOps[strings.ToLower(strings.TrimSpace(name))]; ok {
		return op, nil
	}
	return "", errorf("bad_arguments", "no aggregate %q; there are: sum, mean, min, max, count, median, variance and stdev (of a sample), range, difference (the last less the first), product, first, last, mode, list, unique", name)
}

// AggregateInWords names an aggregate where its value is told: whether a variance is a
// sample's or that of all is not to be guessed from the figure.
func AggregateInWords(name string) string {
	if op, err := AggregateOp(name); err == nil && (op == "variance" || op == "stdev") {
		return name + " (of a sample: n-1)"
	}
	return name
}

// Aggregate computes one value over many, ignoring empty ones. Variance and
// standard deviation are those of a sample, as in spreadsheets.
func Aggregate(values []any, op string) (Aggregation, error) {
	op, err := AggregateOp(op)
	if err != nil {
		return Aggregation{}, err
	}
	full := slices.DeleteFunc(slices.Clone(values), Empty)
	switch op {
	case "count":
		return Aggregation{Value: int64(len(full)), Count: len(full)}, nil
	case "first", "last", "mode":
		if len(full) == 0 {
			return Aggregation{}, errorf("not_found", "there are no values to take the %s of", op)
		}
		return aggregateAny(full, op), nil
	case "list", "unique":
		return aggregateAny(full, op), nil
	}
	var numbers []float64
	for _, v := range full {
		if n, ok := Number(v); ok {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 && len(full) > 0 && (op == "min" || op == "max") {
		return extremeOf(full, op), nil
	}
	out := Aggregation{Count: len(numbers), Skipped: len(full) - len(numbers)}
	if len(numbers) == 0 {
		if op == "sum" && len(full) == 0 {
			out.Value = int64(0)
			return out, nil
		}
		return out, errorf("bad_arguments", "no numbers to take the %s of, in %d values", op, len(values))
	}
	n, err := compute(numbers, op)
	if err != nil {
		return out, err
	}
	out.Value = Clean(n)
	return out, nil
}

func aggregateAny(full []any, op string) Aggregation {
	out := Aggregation{Count: len(full)}
	if len(full) == 0 {
		return out
	}
	switch op {
	case "first":
		out.Value = full[0]
	case "last":
		out.Value = full[len(full)-1]
	case "mode":
		out.Values = mode(full)
		out.Value = out.Values[0]
	default:
		out.Values = full
		if op == "unique" {
			out.Values = Unique(full)
		}
		texts := make([]string, len(out.Values))
		for i, v := range out.Values {
			texts[i] = Text(v)
		}
		out.Value = strings.Join(texts, ", ")
	}
	return out
}

// Unique drops values that are Equal to an earlier one.
func Unique(values []any) []any {
	seen := map[string]bool{}
	out := []any{}
	for _, v := range values {
		if key := keyOf(v); !seen[key] {
			seen[key] = true
			out = append(out, v)
		}
	}
	return out
}

func mode(full []any) []any {
	counts, most := map[string]int{}, 0
	for _, v := range full {
		counts[keyOf(v)]++
		most = max(most, counts[keyOf(v)])
	}
	return slices.DeleteFunc(Unique(full), func(v any) bool { return counts[keyOf(v)] < most })
}

// extremeOf is the least or greatest of dates, times or texts.
func extremeOf(full []any, op string) Aggregation {
	best := full[0]
	for _, v := range full[1:] {
		if (op == "min" && Less(v, best)) || (op == "max" && Less(best, v)) {
			best = v
		}
	}
	return Aggregation{Value: best, Count: len(full)}
}

func compute(numbers []float64, op string) (float64, error) {
	switch op {
	case "sum":
		return sum(numbers), nil
	case "mean":
		return sum(numbers) / float64(len(numbers)), nil
	case "min":
		return slices.Min(numbers), nil
	case "max":
		return slices.Max(numbers), nil
	case "median":
		return median(numbers), nil
	case "range":
		return slices.Max(numbers) - slices.Min(numbers), nil
	case "difference":
		return numbers[len(numbers)-1] - numbers[0], nil
	case "product":
		p := 1.0
		for _, n := range numbers {
			p *= n
		}
		return p, nil
	}
	if len(numbers) < 2 {
		return 0, errorf("bad_arguments", "the %s of a sample needs two numbers or more", op)
	}
	v := variance(numbers)
	if op == "stdev" {
		v = math.Sqrt(v)
	}
	return v, nil
}

func sum(numbers []float64) float64 {
	var total, lost float64 // Kahan's: the low digits that an addition drops
	for _, n := range numbers {
		y := n - lost
		t := total + y
		lost = (t - total) - y
		total = t
	}
	return total
}

func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

func variance(numbers []float64) float64 {
	mean := sum(numbers) / float64(len(numbers))
	squares := make([]float64, len(numbers))
	for i, n := range numbers {
		squares[i] = (n - mean) * (n - mean)
	}
	return sum(squares) / float64(len(numbers)-1)
}

// Rounded rounds a value if it is a number and decimals are given.
func Rounded(v any, decimals *int, how string) (any, error) {
	n, ok := Number(v)
	if !ok || decimals == nil {
		return v, nil
	}
	n, err := Round(n, *decimals, how)
	return Clean(n), err
}

// Round rounds to a number of decimals (negative: tens, hundreds). How is
// "nearest" (halves away from zero; the default), "down" or "up" (towards
// zero, away from it).
func Round(f float64, decimals int, how string) (float64, error) {
	if decimals < -15 || decimals > 15 {
		return 0, errorf("bad_arguments", "cannot round to %d decimals; -15 to 15", decimals)
	}
	scale := math.Pow(10, float64(decimals))
	n, ok := Number(Clean(f * scale)) // 1.005*100 is 100.49999999999999 until cleaned
	if !ok {
		return f, nil
	}
	switch strings.ToLower(strings.TrimSpace(how)) {
	case "", "nearest", "half_up":
		n = math.Round(n)
	case "down", "floor":
		n = math.Trunc(n)
	case "up", "ceil":
		n = math.Copysign(math.Ceil(math.Abs(n)), n)
	default:
		return 0, errorf("bad_arguments", "cannot round %q; nearest, down or up", how)
	}
	return n / scale, nil
}
