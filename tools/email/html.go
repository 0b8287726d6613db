package email

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHTML renders an HTML body as plain text, a table row a line with tabs
// between its cells, and returns its tables beside it.
func readHTML(body string) (text string, tables [][][]string) {
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return body, nil // the parser accepts anything; only its reader fails
	}
	r := &renderer{}
	r.walk(root)
	return tidy(r.out.String()), r.tables
}

type renderer struct {
	out    strings.Builder
	tables [][][]string
	depth  int
}

// maxHTMLDepth bounds the recursion on hostile input; deeper text is dropped.
const maxHTMLDepth = 500

var blocks = []atom.Atom{atom.P, atom.Div, atom.Br, atom.Tr, atom.Table, atom.Ul, atom.Ol, atom.Li, atom.Blockquote,
	atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Hr, atom.Section, atom.Article, atom.Header, atom.Footer}

// opensLine are the blocks that begin a line without ending one.
var opensLine = []atom.Atom{atom.Br, atom.Tr, atom.Li}

func (r *renderer) walk(n *html.Node) {
	if r.depth++; r.depth > maxHTMLDepth {
		r.depth--
		return
	}
	defer func() { r.depth-- }()
	switch {
	case n.Type == html.TextNode:
		r.out.WriteString(spaces.ReplaceAllString(n.Data, " "))
		return
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Head:
		return
	case n.DataAtom == atom.Table:
		r.tables = append(r.tables, nil)
	case n.DataAtom == atom.Tr && len(r.tables) > 0:
		last := &r.tables[len(r.tables)-1]
		*last = append(*last, cells(n))
	case (n.DataAtom == atom.Td || n.DataAtom == atom.Th) && n.PrevSibling != nil:
		r.out.WriteString("\t")
	case n.DataAtom == atom.Li:
		r.out.WriteString("\n- ")
	}
	block := slices.Contains(blocks, n.DataAtom)
	if block && n.DataAtom != atom.Li {
		r.out.WriteString("\n")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c)
	}
	if block && !slices.Contains(opensLine, n.DataAtom) {
		r.out.WriteString("\n")
	}
}

func cells(row *html.Node) []string {
	out := []string{}
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			inner := &renderer{depth: maxHTMLDepth / 2}
			for g := c.FirstChild; g != nil; g = g.NextSibling {
				inner.walk(g)
			}
			out = append(out, strings.Join(strings.Fields(inner.out.String()), " "))
		}
	}
	return out
}

var (
	spaces   = regexp.MustCompile(`[ \t\r\n\f]+`)
	aroundNL = regexp.MustCompile(`[ \t]*\n[ \t]*`)
	aroundTB = regexp.MustCompile(` *\t[ \t]*`)
	blank    = regexp.MustCompile(`\n{3,}`)
)

func tidy(s string) string {
	s = aroundTB.ReplaceAllString(s, "\t")
	s = aroundNL.ReplaceAllString(s, "\n")
	return strings.TrimSpace(blank.ReplaceAllString(s, "\n\n"))
}
