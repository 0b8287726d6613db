package operations_test

import (
	"fmt"
	"strings"
	"testing"

	"legomem/membank/operations"
)

// example is a request with what it asks for.
func example(operation, text string) operations.Example {
	return operations.Example{Words: strings.Fields(text), Operation: operation}
}

func office() []operations.Example {
	return []operations.Example{
		example("append", "add the fee to the budget"), example("append", "add a row of onions"), example("append", "enter the price in the list"),
		example("delete", "delete the row of onions"), example("delete", "take the fee out of the budget"), example("delete", "delete alice"),
		example("create", "write the list"), example("create", "write a budget with the fee"), example("create", "make a list of prices"),
	}
}

func likeliest(likely map[string]float64) (operation string, p float64) {
	for op, v := range likely {
		if v > p {
			operation, p = op, v
		}
	}
	return operation, p
}

// TestLikely: what is asked for is told by the words that the examples of an operation
// share, not by the things that all of them speak of.
func TestLikely(t *testing.T) {
	m := operations.Learn(office())
	for text, want := range map[string]string{
		"add the onions":                   "append",
		"delete the budget":                "delete",
		"write the fee":                    "create",
		"add bob to the list of prices":    "append",
		"delete the fee and the list":      "delete",
		"write down who has a row of them": "create",
	} {
		if got, p := likeliest(m.Likely(strings.Fields(text))); got != want {
			t.Errorf("%q asks for %s (%.2f), want %s", text, got, p, want)
		}
	}
}

// TestNoneIsLikely: words that no example has ask for nothing that is known, also where only
// one thing is known.
func TestNoneIsLikely(t *testing.T) {
	for name, m := range map[string]*operations.Model{
		"several": operations.Learn(office()),
		"one":     operations.Learn(office()[:3]),
		"nothing": operations.Learn(nil),
	} {
		for _, text := range []string{"", "translate this poem into french"} {
			if op, p := likeliest(m.Likely(strings.Fields(text))); p >= 0.4 {
				t.Errorf("%s known: %q asks for %s with %.2f", name, text, op, p)
			}
		}
	}
}

// TestLearnIsRepeatable: equal examples make an equal model.
func TestLearnIsRepeatable(t *testing.T) {
	one, other := operations.Learn(office()), operations.Learn(office())
	words := strings.Fields("add the list of prices")
	if a, b := fmt.Sprint(one.Likely(words)), fmt.Sprint(other.Likely(words)); a != b {
		t.Errorf("%s, then %s", a, b)
	}
}

func BenchmarkLearn(b *testing.B) {
	var examples []operations.Example
	for i := range 512 {
		examples = append(examples, example(fmt.Sprint("operation ", i%40), fmt.Sprintf("verb%d the thing%d of place%d", i%40, i%77, i%13)))
	}
	for b.Loop() {
		operations.Learn(examples)
	}
}
