package everyday

import (
	"fmt"
	"strings"
	"testing"
)

// longRequests are requests of n entries, or words, of a length that nobody's office has a
// name of.
var longRequests = map[string]func(n int) string{
	"list": func(n int) string { return "make a shopping list with " + groceries(n, ", ") },
	"text": func(n int) string { return "make a document notes.docx saying " + groceries(n, " ") },
	"mail": func(n int) string { return "send Lee a mail with the subject " + groceries(n, " ") },
}

func groceries(n int, between string) string {
	some := strings.Fields("milk eggs bread butter tomatoes pasta rice chicken apples bananas coffee sugar onions tea")
	var out []string
	for i := range n {
		out = append(out, some[i%len(some)])
	}
	return strings.Join(out, between)
}

// TestCostGrowsAsTheRequest: what a request costs grows as it does, not as its square.
func TestCostGrowsAsTheRequest(t *testing.T) {
	const words, times, most = 100, 4, 7
	for name, of := range longRequests {
		t.Run(name, func(t *testing.T) {
			short, long := work(t, of(words)), work(t, of(words*times))
			if long > most*short {
				t.Errorf("%d times the words cost %.1f times the allocations", times, long/short)
			}
		})
	}
}

// work counts the allocations of reading a request, which are the same on any machine.
func work(t *testing.T, says string) float64 {
	t.Helper()
	s := newOffice(t, map[string]string{"calendar/Bob.ics": calendarOf("lunch", "tea")}).brief(says)
	return testing.AllocsPerRun(1, func() { _, _ = Brain{}.Choose(t.Context(), s) })
}

// BenchmarkLongRequests is how long requests take that are longer than a sentence is.
func BenchmarkLongRequests(b *testing.B) {
	for name, of := range longRequests {
		for _, n := range []int{10, 100, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				s := newOffice(b, map[string]string{"calendar/Bob.ics": calendarOf("lunch", "tea")}).brief(of(n))
				for b.Loop() {
					_, _ = Brain{}.Choose(b.Context(), s)
				}
			})
		}
	}
}
