package value

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
)

func TestStyle(t *testing.T) {
	for _, row := range rows(t, "style.txt") {
		kind, canon, spelled, want := Kind(row[0]), row[1], row[2], Style(row[3])
		t.Run(row[0]+"/"+spelled, func(t *testing.T) {
			got, ok := StyleOf(kind, canon, spelled)
			if want == "-" {
				if ok {
					t.Errorf("StyleOf(%q, %q) = %q, want none", canon, spelled, got)
				}
				return
			}
			if !slices.Contains(Styles(kind, canon, spelled), want) {
				t.Fatalf("Styles(%q, %q) = %q, want %q among them", canon, spelled, Styles(kind, canon, spelled), want)
			}
			if back, err := Render(kind, canon, got); err != nil || back != spelled {
				t.Errorf("Render(%q, %q) = %q, %v; want %q", canon, got, back, err, spelled)
			}
			out, err := Render(kind, row[4], want)
			switch {
			case row[5] == "!" && err == nil:
				t.Errorf("Render(%q, %q) = %q, want an error", row[4], want, out)
			case row[5] != "!" && (err != nil || out != row[5]):
				t.Errorf("Render(%q, %q) = %q, %v; want %q", row[4], want, out, err, row[5])
			}
		})
	}
}

// The likeliest style of a date whose numbers both fill their width.
func TestStyleOfPadding(t *testing.T) {
	for spelled, want := range map[string]Style{
		"2026-12-31": "2006-01-02", "12/31/2026": "1/2/2006", "12/31/26": "1/2/06", "2026_12_31": "2006_01_02",
	} {
		if got, ok := StyleOf(Date, "2026-12-31", spelled); !ok || got != want {
			t.Errorf("StyleOf(%q) = %q, want %q", spelled, got, want)
		}
	}
}

// An ambiguous spelling has all its styles, the month first before the day.
func TestStylesAll(t *testing.T) {
	got := Styles(Date, "2026-03-03", "3/3/2026")
	want := []Style{"1/2/2006", "2/1/2006"}
	if !slices.Contains(got, want[1]) || got[0] != want[0] {
		t.Errorf("Styles of 3/3/2026 = %q, want %q first and %q among them", got, want[0], want[1])
	}
	must.NoDiff(t, cmp.Diff([]Style{"3", "2"}, Styles(Cell, "B2", "2")), "Styles of a 2 for B2 (-want +got):\n%s")
}

func TestRenderRefuses(t *testing.T) {
	for _, test := range []struct {
		kind  Kind
		canon string
		style Style
	}{
		{Date, "12 March", "2006"}, {Date, "2026-03-12", ""}, {Date, "2026-03-12", "lower:"}, {Time, "2 pm", "15:04"},
		{Time, "14:00", "about 15"}, {DateTime, "2026-03-12 14:00:00", "2006-01-02"}, {Duration, "90m", "1h30m"}, {Duration, "1h", "# x"},
		{Number, "1,000", "0.#"}, {Number, "3", "abc"}, {Number, "-3", "3rd"}, {Money, "300", "¤0.#"}, {Money, "USD 3.00", "¤"},
		{Cell, "b3", "B3"}, {Cell, "B3", "C"}, {File, "a.xlsx", "{name}x/y"}, {Person, "Dana", "local"}, {"colour", "red", "text"},
	} {
		if out, err := Render(test.kind, test.canon, test.style); err == nil {
			t.Errorf("Render(%s, %q, %q) = %q, want an error", test.kind, test.canon, test.style, out)
		}
	}
}

// FuzzStyle: whatever is spelled, the styles found give it back, and no style
// makes Render panic.
func FuzzStyle(f *testing.F) {
	for _, row := range rows(f, "style.txt") {
		f.Add(row[0], row[1], row[2], row[3])
	}
	f.Fuzz(func(t *testing.T, kind, canon, spelled, style string) {
		for _, s := range Styles(Kind(kind), canon, spelled) {
			if out, err := Render(Kind(kind), canon, s); err != nil || out != spelled {
				t.Fatalf("Render(%s, %q, %q) = %q, %v; want %q", kind, canon, s, out, err, spelled)
			}
		}
		_, _ = Render(Kind(kind), canon, Style(style))
		_ = Words(Kind(kind), canon)
	})
}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		kind        Kind
		canon, want string
	}{
		{Date, "2026-03-12", "Thursday, 12 March 2026"},
		{Time, "14:00", "2:00 pm"},
		{Time, "00:30:05", "12:30:05 am"},
		{DateTime, "2026-03-12 14:00:00", "Thursday, 12 March 2026 at 2:00 pm"},
		{Duration, "1h30m", "1 hour 30 minutes"},
		{Duration, "1m1s", "1 minute 1 second"},
		{Number, "1234567.5", "1,234,567.5"},
		{Money, "USD 1234.50", "1,234.50 USD"},
		{Person, "Dana", "Dana"},
		{Date, "soon", "soon"},
		{Money, "300", "300"},
	} {
		if got := Words(test.kind, test.canon); got != test.want {
			t.Errorf("Words(%s, %q) = %q, want %q", test.kind, test.canon, got, test.want)
		}
	}
}

func BenchmarkStyleOf(b *testing.B) {
	for b.Loop() {
		StyleOf(DateTime, "2026-03-12 14:00:00", "March 12, 2026 at 2:00 pm")
	}
}
