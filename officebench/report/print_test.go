package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"legomem/must"
	"legomem/officebench/report"
	"legomem/officebench/trial"
)

// written is what a function writes.
func written(t testing.TB, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, write(&out))
	return out.String()
}

func markdown(t testing.TB, r *report.Report) string { t.Helper(); return written(t, r.WriteMarkdown) }

func html(t testing.TB, r *report.Report) string { t.Helper(); return written(t, r.WriteHTML) }

// says checks that a text holds each of some words.
func says(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("it does not say %q:\n%s", word, text)
		}
	}
}

// lacks checks that a text holds none of some words.
func lacks(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if strings.Contains(text, word) {
			t.Errorf("it says %q", word)
		}
	}
}

// bothSay checks the Markdown and the page, and gives them.
func bothSay(t testing.TB, r *report.Report, words ...string) (md, page string) {
	t.Helper()
	md, page = markdown(t, r), strings.ReplaceAll(html(t, r), "&#43;", "+")
	says(t, md, words...)
	says(t, page, words...)
	return md, page
}

// TestPaperShapes: with the paper's cells come its tables and all the charts.
func TestPaperShapes(t *testing.T) {
	b, recs := paper()
	r := mustMake(t, b, recs, rough())
	md, page := bothSay(t, r, "(48, 45 and 59)", "big-1-2026-01-15", "93 full, 250 subtask", "2026-03-01", "the split is ours", "$400 in all")
	for _, title := range []string{
		"Table 1: variants, teams and levels", "Table 2: placements", "Table 3: reasoning", "Figure 4: steps and failed steps, team llm",
		"Beside the published figures", "Every cell: outcomes", "Every cell: effort", "Every cell: tokens and cost", "Paired comparisons", "What was run", "Teams and models", "Prices",
	} {
		says(t, md, "## "+title+"\n")
		says(t, page, "<h2>"+title+"</h2>")
	}
	if got, want := strings.Count(page, "<svg "), 3+3+2+2+3+3; got != want {
		t.Errorf("%d drawings, want %d", got, want)
	}
	lacks(t, md+page, "incomplete")
}

// TestOtherBenches: the published figures stand beside the paper's preset alone.
func TestOtherBenches(t *testing.T) {
	r := mustMake(t, tiny(), tinyRecords()[:5], quick())
	md, page := bothSay(t, r, "This bench is incomplete: 1 of 6 planned runs are missing", "deterministic", "query rewriting needs a model",
		"no reasoning was recorded", "the suite does not say which tasks can be won", "no run was judged strictly")
	lacks(t, md+page, "published", "Table 2", "Table 3:")
	// Why there is no chart of costs, and which run is missing.
	says(t, page, "no cost to set against success", "vanilla.both.na.local/2-1_0/1")
}

// TestNoRunYet: a bench that has just begun has a report.
func TestNoRunYet(t *testing.T) {
	bothSay(t, mustMake(t, tiny(), nil, quick()), "no run was recorded yet", "6 of 6 planned runs are missing")
}

// TestEscaping: what a bench was given is text, never markup.
func TestEscaping(t *testing.T) {
	const evil = `<script>alert("x")</script>|*_`
	b, recs := tiny(), tinyRecords()
	b.Name, b.Preset, b.Brain, b.Config = evil, evil, evil, evil
	b.Suite.Name, b.Suite.Unwinnable = evil, map[string]string{"2-1/0": evil}
	b.Notes, b.Caps, b.Versions = []string{evil}, map[string]string{evil: evil}, map[string]string{evil: evil}
	b.Curation.Notes, b.Prices = []string{evil}, []trial.Price{{Model: evil, Dated: evil}}
	b.Cells[1].Variant = evil
	b.Teams = []trial.Team{{Name: "local", Roles: map[string]string{evil: evil}, Sampling: map[string]string{evil: evil}}}
	for i := range recs {
		if recs[i].Cell.Variant == "vanilla" {
			recs[i].Cell.Variant = evil
		}
		recs[i].Outcome, recs[i].Models = evil, map[string][]string{evil: {evil}}
	}
	r := mustMake(t, b, recs, quick())
	page := html(t, r)
	says(t, page, "&lt;script&gt;")
	before, _, _ := strings.Cut(markdown(t, r), "## Configuration")
	says(t, before, `\|\*\_`)
	lacks(t, page+before, "<script")
}

// TestPageStandsAlone: it fetches nothing and runs nothing.
func TestPageStandsAlone(t *testing.T) {
	page := html(t, mustMake(t, tiny(), tinyRecords(), quick()))
	lacks(t, page, "<script", "<link", "<img", "<iframe", "@import", "url(", "src=", "http:", "https:")
}

// TestPageIsWellFormed: every tag is closed, every table's line is as long as
// its heading, every link leads somewhere, every drawing has a title.
func TestPageIsWellFormed(t *testing.T) {
	b, recs := paper()
	page := html(t, mustMake(t, b, recs, rough()))
	// HTML that is also XML, but for its first line and the meta tags.
	in := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`<!doctype html>|<meta [^>]*>`).ReplaceAllString(page, "")))
	var ids, links []string
	drawings, titles, columns, cells := 0, 0, 0, 0
	for {
		tok, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		must.Do(t, err)
		switch el := tok.(type) {
		case xml.StartElement:
			switch el.Name.Local {
			case "svg":
				drawings++
			case "title":
				titles++
			case "table":
				columns = 0
			case "tr":
				cells = 0
			case "th", "td":
				cells += span(el)
			}
			ids, links = append(ids, attr(el, "id")), append(links, strings.TrimPrefix(attr(el, "href"), "#"))
		case xml.EndElement:
			if el.Name.Local != "tr" {
				continue
			}
			if columns == 0 {
				columns = cells
			}
			if cells != columns {
				t.Errorf("a line of a table has %d cells, its heading %d", cells, columns)
			}
		}
	}
	if drawings == 0 || len(links) == 0 || titles != drawings+1 {
		t.Errorf("%d titles for %d drawings and the page", titles, drawings)
	}
	for _, to := range links {
		if !slices.Contains(ids, to) {
			t.Errorf("the link to #%s leads nowhere", to)
		}
	}
}

// attr reads an attribute.
func attr(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// span is how many columns a cell covers.
func span(el xml.StartElement) int {
	n := 0
	for _, r := range attr(el, "colspan") {
		n = n*10 + int(r-'0')
	}
	return max(n, 1)
}

// TestColours: every colour of a drawing is the page's to choose.
func TestColours(t *testing.T) {
	b, recs := paper()
	page := html(t, mustMake(t, b, recs, rough()))
	_, body, _ := strings.Cut(page, "</style>")
	if left := regexp.MustCompile(`#[0-9A-Fa-f]{6}`).FindAllString(body, -1); len(left) > 0 {
		t.Errorf("drawings have colours of their own: %v", left)
	}
	style, _, _ := strings.Cut(page, "</style>")
	for _, use := range regexp.MustCompile(`var\((--[a-z-]+)\)`).FindAllStringSubmatch(body, -1) {
		if strings.Count(style, use[1]+":") != 2 {
			t.Fatalf("%s is not given once for light and once for dark", use[1])
		}
	}
}
