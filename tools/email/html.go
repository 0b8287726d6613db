package email

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHTML renders an HTML body as plain text, with each table row on one line
// and tabs between its cells, and also returns its tables.
func readHTML(body string) (text string, tables [][][]string) {
	rest := ""
	if len(body) > maxHTML {
		rest = fmt.Sprintf("\n\n(%d further bytes of HTML were not read)", len(body)-maxHTML)
		body = strings.ToValidUTF8(body[:maxHTML], "")
	}
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		return body, nil // the parser accepts anything; only its reader fails
	}
	r := &renderer{}
	r.walk(root)
	return tidy(r.out.String()) + rest, r.tables
}

type renderer struct {
	out    strings.Builder
	tables [][][]string
	depth  int
	inCell bool // renders a cell alone: tables inside it are its text
	cells  int  // bytes in the tables' cells
}

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
	case n.DataAtom == atom.Table && !r.inCell:
		r.tables = append(r.tables, nil)
	case n.DataAtom == atom.Tr && len(r.tables) > 0 && r.cells <= maxCellText:
		last := &r.tables[len(r.tables)-1]
		*last = append(*last, r.row(n))
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

func (r *renderer) row(row *html.Node) []string {
	out := []string{}
	for c := row.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Td || c.DataAtom == atom.Th {
			inner := &renderer{depth: maxHTMLDepth / 2, inCell: true}
			for g := c.FirstChild; g != nil; g = g.NextSibling {
				inner.walk(g)
			}
			cell := strings.Join(strings.Fields(inner.out.String()), " ")
			r.cells += len(cell)
			out = append(out, cell)
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
