package pdf

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"legomem/tools/office"
)

// contents are content streams and CMaps, good and bad.
var contents = []string{
	"BT /F1 12 Tf 50 700 Td (Hello) Tj 0 -14 Td [(a) -300 <62>] TJ ET", "BI /W 1 ID x EI", "<< /A [1 2", "/X#41 Do", "(((", "1 beginbfrange <00><ff><0041> endbfrange",
	"q 1 0 0 1 5 5 cm Q Q Q", "1e999 0 Td (x) ' 1 2 (y) \"", "[[[[[[[[", "(\\777\\\r\n)", "<4", "BI BI ID ID EI", "% comment", "1 beginbfchar <01> <d800> endbfchar", "1 beginbfrange <0000> <ffff> [<41> <42>] endbfrange",
	"0 0 0 0 0 0 Tm (x) Tj", "-.5.5 0 Td", "/ 0 Tf ( ) Tj", "true false null inf NaN",
}

func FuzzContent(f *testing.F) {
	for _, s := range contents {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, begin := range []func() textSink{func() textSink { return &readable{} }, func() textSink { return newPyPDF() }} {
			var texts [2]string
			for i := range texts {
				out := begin()
				w := &walker{doc: &document{ctx: t.Context()}, out: out, s: state{ctm: identity, text: identity, line: identity, font: unknownFont(), stretch: 1}}
				lex := &lexer{src: content}
				for {
					op, args, ok := lex.next(nil)
					if !ok {
						break
					}
					w.operate(op, args)
				}
				texts[i] = out.text()
			}
			if texts[0] != texts[1] {
				t.Errorf("%q, then %q", texts[0], texts[1])
			}
			// A letter of a one-byte font takes three bytes at most, and may be
			// followed by a space or a line's end.
			if len(texts[0]) > 4*len(content)+4 {
				t.Errorf("%d bytes of text from %d", len(texts[0]), len(content))
			}
		}
		unknownFont().readToUnicode(content)
	})
}

// FuzzLexer: the lexer moves on with every operator, and what it reads of a
// stream it reads alike from a copy.
func FuzzLexer(f *testing.F) {
	for _, s := range contents {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		one, two := &lexer{src: src}, &lexer{src: append([]byte{}, src...)}
		for last := -1; ; last = one.at {
			op, args, ok := one.next(nil)
			again, argsAgain, okAgain := two.next(nil)
			if op != again || ok != okAgain || len(args) != len(argsAgain) {
				t.Fatalf("%q and %q", op, again)
			}
			if !ok {
				return
			}
			if one.at <= last || one.at > len(src)+2 {
				t.Fatalf("%q leads from %d to %d of %d", op, last, one.at, len(src))
			}
		}
	})
}

// FuzzFont: a CMap gives each code a meaning of a bounded length.
func FuzzFont(f *testing.F) {
	for _, s := range contents {
		f.Add([]byte(s), "\x00\x01AB")
	}
	f.Add([]byte("2 beginbfchar <0001> <00660069> <02> <> endbfchar 1 beginbfrange <10> <ffffffff> <fffe> endbfrange"), "\x00\x01\x10")
	f.Fuzz(func(t *testing.T, cmap []byte, shown string) {
		for _, wide := range []bool{false, true} {
			one := unknownFont()
			one.wide = wide
			one.readToUnicode(cmap)
			if len(one.toUnicode) > maxMappings {
				t.Errorf("%d mappings", len(one.toUnicode))
			}
			text, _, codes, _ := one.decode(shown)
			if codes > len(shown) || len(text) > maxMeaning*(codes+1) || !utf8.ValidString(text) {
				t.Errorf("%q shows %d codes as %q", shown, codes, text)
			}
		}
	})
}

// files are whole pdfs, good and bad.
func files() [][]byte {
	all := [][]byte{
		build("BT /F1 12 Tf 50 700 Td (Hello) Tj ET", helvetica), modern(""), build("/X1 Do", "<< /XObject << /X1 5 0 R >> >>", strings.Replace(stream("BT /F1 12 Tf (x) Tj ET"), "<<", "<< /Subtype /Form", 1)),
		build("BT /F1 10 Tf <0001> Tj ET", "<< /Font << /F1 5 0 R >> >>", "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>", "<< /W [1 [700 600] 16 18 500] >>", stream("1 beginbfchar <0001> <0048> endbfchar")),
	}
	for _, data := range hostileStructures() {
		all = append(all, data)
	}
	return all
}

func FuzzReadText(f *testing.F) {
	for _, data := range files() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// As it is; what pdfcpu makes of a damaged one is FuzzRepair's.
		pages, err := readPages(t.Context(), data, func() textSink { return &readable{} })
		if err != nil {
			if !errors.Is(err, office.ErrCorrupt) && !errors.Is(err, office.ErrTooLarge) {
				t.Errorf("an error of no kind: %v", err)
			}
			return
		}
		if again, err := readPages(t.Context(), data, func() textSink { return &readable{} }); err != nil || !reflect.DeepEqual(pages, again) {
			t.Errorf("%q, then %q, %v", pages, again, err)
		}
	})
}

// FuzzStructure: what the tables are let through with fits the caps.
func FuzzStructure(f *testing.F) {
	for _, data := range files() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := checkStructure(data)
		if err != nil && !errors.Is(err, office.ErrCorrupt) && !errors.Is(err, office.ErrTooLarge) {
			t.Errorf("an error of no kind: %v", err)
		}
	})
}

// FuzzRepair: a damaged file is rewritten, or not.
func FuzzRepair(f *testing.F) {
	for _, data := range files() {
		f.Add(data)
	}
	good := build("BT /F1 12 Tf 50 700 Td (Hello) Tj ET", helvetica)
	f.Add(good[:len(good)-40])
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := repair(t.Context(), data)
		if err != nil {
			return
		}
		_, err = readPages(t.Context(), out, func() textSink { return &readable{} })
		if err != nil && !errors.Is(err, office.ErrCorrupt) && !errors.Is(err, office.ErrTooLarge) {
			t.Errorf("an error of no kind: %v", err)
		}
	})
}

// FuzzParsePages: a choice of pages names pages there are.
func FuzzParsePages(f *testing.F) {
	for _, s := range []string{"", "all", "2", "1-3", " 1, 3-4 ", "1-", "9999999999999999999", "1-9223372036854775807", "-", ",,"} {
		f.Add(s, 4)
	}
	f.Fuzz(func(t *testing.T, text string, total int) {
		if total < 1 || total > maxPages {
			return
		}
		pages, err := parsePages(text, total)
		if err == nil && len(pages) > maxPages {
			t.Errorf("%q is %d pages", text, len(pages))
		}
		for _, n := range pages {
			if n < 1 || n > total {
				t.Errorf("%q of %d names page %d", text, total, n)
			}
		}
	})
}
