package words_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"legomem/words"
)

// TestOnLine: what a terminal would obey or a reader would not see is shown by its code.
func TestOnLine(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"an escape sequence", "a\x1b[31mb", `a\x1b[31mb`},
		{"backspace, bell and null", "a\b\a\x00", `a\x08\x07\x00`},
		{"delete", "a\x7f", `a\x7f`},
		{"line breaks and tabs", "a\r\nb\tc\rd", `a\r\nb\tc\rd`},
		{"other breaks", "a\v\f\u0085\u2028\u2029", `a\x0b\x0c<U+0085><U+2028><U+2029>`},
		{"a control of 8 bits", "\u009b31m", "<U+009B>31m"},
		{"what is no UTF-8", "a\xffb\xc3", `a\xffb\xc3`},
		{"directions", "\u202a\u202e\u2066\u2069\u200e\u200f\u061c", "<U+202A><U+202E><U+2066><U+2069><U+200E><U+200F><U+061C>"},
		{"no width", "pay\u200bpal\u2060\ufeff\u00ad", "pay<U+200B>pal<U+2060><U+FEFF><U+00AD>"},
		{"joiners in Latin", "ad\u200cmin ad\u200dmin", "ad<U+200C>min ad<U+200D>min"},
		{"tags", "\U000e0041\U000e007f", "<U+E0041><U+E007F>"},
		{"a selector after a letter", "a\ufe0fb\U000e0100", "a<U+FE0F>b<U+E0100>"},
		{"a second selector", "❤\ufe0f\ufe0f", "❤\ufe0f<U+FE0F>"},
		{"letters that are not drawn", "a\u3164\u115f\uffa0", "a<U+3164><U+115F><U+FFA0>"},
		{"private and not assigned", "\ue000\U0010ffff", "<U+E000><U+10FFFF>"},
		{"a joiner at the end", "👩\u200d", "👩<U+200D>"},
		{"a joiner before an unseen sign", "م\u200c\u061c", "م<U+200C><U+061C>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := words.OnLine(tc.text); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

// TestOrdinaryTextStays: in every script, with marks, joined letters and emoji.
func TestOrdinaryTextStays(t *testing.T) {
	for _, text := range []string{
		`Müller's "10 %" <a@b.c> \x1b C:\new`, "e\u0301 a\u0308\u0323", "12\u00a0000\u202f€", "Ελληνικά, Українська", "漢字　かな 한국어",
		"שלום עולם", "العربية", "می\u200cخواهم", "क्\u200dष श्री", "ශ්\u200dරී", "ภาษา\u200bไทย", "ខ្មែរ", "\u0661\u06dd",
		"👍🏽 👨\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈 ❤\ufe0f 1\ufe0f\u20e3 🙂\u200d↔\ufe0f 🇩🇪 ‼\ufe0f", "葛\U000e0100城", "a\ufffdb",
	} {
		if got := words.OnLine(text); got != text {
			t.Errorf("%+q is shown as %+q", text, got)
		}
	}
}

func TestBlocks(t *testing.T) {
	if got, want := words.Visible("a\r\nb\tc\rd\x1b\n"), "a\nb\tc\\rd\\x1b\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := words.Indented("a\nb\n\u2028c", "  "), "a\n  b\n  <U+2028>c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzVisible: nothing that is obeyed or unseen gets through, shown text stays as it is,
// and escaped values are the same values.
func FuzzVisible(f *testing.F) {
	f.Add("a\x1b[0m\u202e\u009b\x00\xff\u0301\r\n\t")
	f.Add("👨\u200d👩\u200d\u200d1\ufe0f\u20e3\u200cम\u200cम\u2028")
	f.Add("\u200c\u17b4\u200b\u1885\ufeff\U000e0061")
	f.Fuzz(func(t *testing.T, s string) {
		line := words.OnLine(s)
		checkShown(t, line, "")
		checkShown(t, words.Visible(s), "\n\t")
		if again := words.OnLine(line); again != line {
			t.Errorf("%+q is shown as %+q, and that as %+q", s, line, again)
		}
		checkEscaped(t, strings.ToValidUTF8(s, "?"))
	})
}

// checkShown fails where a text holds a control, a break, a format character that is not
// part of a word or an emoji, or a byte that is no UTF-8.
func checkShown(t *testing.T, text, layout string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%+q is no UTF-8", text)
	}
	for _, r := range text {
		drawn := unicode.IsGraphic(r) || unicode.Is(unicode.Prepended_Concatenation_Mark, r) || strings.ContainsRune("\u200b\u200c\u200d", r)
		if !drawn && !strings.ContainsRune(layout, r) {
			t.Errorf("%+q holds %U", text, r)
		}
	}
}

func checkEscaped(t *testing.T, s string) {
	t.Helper()
	coded, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	escaped, back := words.EscapeJSON(string(coded)), ""
	if err := json.Unmarshal([]byte(escaped), &back); err != nil || back != s {
		t.Errorf("%+q is escaped as %s, which is %+q: %v", s, escaped, back, err)
	}
	checkShown(t, escaped, "")
	if node := (yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s, Style: yaml.DoubleQuotedStyle}); words.EscapeYAML(s) != s {
		checkYAML(t, &node)
	}
}

func checkYAML(t *testing.T, n *yaml.Node) {
	t.Helper()
	text, err := yaml.Marshal(n)
	if err != nil {
		return // it cannot be written at all
	}
	escaped, back := words.EscapeYAML(string(text)), ""
	if err := yaml.Unmarshal([]byte(escaped), &back); err != nil || back != n.Value {
		t.Errorf("%+q is escaped as %s, which is %+q: %v", n.Value, escaped, back, err)
	}
	checkShown(t, escaped, "\n\t")
}
