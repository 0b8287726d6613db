package taskgraph

import (
	"fmt"
	"strings"
)

// arrow is a link as diagrams draw it.
type arrow struct {
	from, to *node // in the order of the work
	relation Relation
}

// drawn are the nodes and arrows of a diagram: all that was not deleted.
func (g *Graph) drawn() ([]*node, []arrow) {
	nodes := kept(g.nodes)
	var arrows []arrow
	for _, n := range nodes {
		w := n.now()
		for _, p := range kept(w.parents) {
			arrows = append(arrows, arrow{p, n, ChildOf})
		}
		for _, p := range kept(w.needs) {
			arrows = append(arrows, arrow{p, n, DependsOn})
		}
		for _, l := range w.links {
			if l.to != nil && l.to.now().presence != deleted && !(l.relation.mutual() && l.to.index < n.index) {
				arrows = append(arrows, arrow{n, l.to, l.relation})
			}
		}
	}
	return nodes, arrows
}

// Mermaid draws the graph as a Mermaid flowchart: thin arrows lead from parents to parts,
// thick ones from what comes first to what depends on it, dotted lines are soft links.
func (g *Graph) Mermaid() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	nodes, arrows := g.drawn()
	for _, n := range nodes {
		fmt.Fprintf(&b, "  n%d[\"%s\"]:::%s\n", n.index, mermaidText.Replace(captioned(n)), n.status)
	}
	for _, a := range arrows {
		switch {
		case a.relation == ChildOf:
			fmt.Fprintf(&b, "  n%d --> n%d\n", a.from.index, a.to.index)
		case a.relation == DependsOn:
			fmt.Fprintf(&b, "  n%d ==> n%d\n", a.from.index, a.to.index)
		default:
			fmt.Fprintf(&b, "  n%d -. %s .- n%d\n", a.from.index, a.relation, a.to.index)
		}
	}
	for _, s := range statuses() {
		fmt.Fprintf(&b, "  classDef %s fill:%s,stroke:#444,color:#000%s\n", s, InkOf(s), mermaidDash(s))
	}
	return b.String()
}

func mermaidDash(s Status) string {
	if s == Inactive {
		return ",stroke-dasharray:4"
	}
	return ""
}

// DOT draws the graph in the language of Graphviz, with the same arrows: those to what
// depends on something are bold.
func (g *Graph) DOT() string {
	var b strings.Builder
	b.WriteString("digraph taskgraph {\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n")
	nodes, arrows := g.drawn()
	for _, n := range nodes {
		dashed := ""
		if n.status == Inactive {
			dashed = `, style="rounded,filled,dashed"`
		}
		fmt.Fprintf(&b, "  n%d [label=\"%s\", fillcolor=\"%s\"%s];\n", n.index, dotText.Replace(captioned(n)), InkOf(n.status), dashed)
	}
	for _, a := range arrows {
		look := ""
		switch {
		case a.relation == DependsOn:
			look = " [style=bold]"
		case a.relation != ChildOf:
			look = fmt.Sprintf(" [style=dotted, dir=none, constraint=false, label=\"%s\"]", a.relation)
		}
		fmt.Fprintf(&b, "  n%d -> n%d%s;\n", a.from.index, a.to.index, look)
	}
	b.WriteString("}\n")
	return b.String()
}

// captioned is what is written on a node: its id, value and status in words, so that the
// colour is never the only mark.
func captioned(n *node) string { return labelled(n) + "\n" + string(n.status) }

// In Mermaid, what could end a label or be read as markup is written by its number.
var mermaidText = strings.NewReplacer(
	"#", "#35;", `"`, "#34;", "<", "#60;", ">", "#62;", "&", "#38;", "`", "#96;", `\`, "#92;", "\n", "<br>",
)

var dotText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// statuses are all statuses, in the order of a node's life.
func statuses() []Status {
	return []Status{Waiting, Asked, Active, Done, Failed, Stale, Inactive}
}

// InkOf is the colour of a status in drawings, light enough for black words.
func InkOf(s Status) string {
	switch s {
	case Asked:
		return "#FFE08A"
	case Active:
		return "#A9D3F5"
	case Done:
		return "#BFE5C8"
	case Failed:
		return "#F2B8B0"
	case Stale:
		return "#F5C48C"
	case Inactive:
		return "#E4E4E8"
	}
	return "#FFFFFF"
}
