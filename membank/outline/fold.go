package outline

import (
	"regexp"
	"slices"
)

// Limits of loops.
const (
	longestLoop = 4 // calls in a turn
	fewestTurns = 3 // of one call whose texts of the way differ, to be a loop
)

// fold turns calls that were made for one thing after the other into the first turn of a
// loop.
func fold(b *blanks, steps []call) []call {
	var out []call
	for i := 0; i < len(steps); {
		vary(b, steps[i:])
		turn, turns := loopAt(steps[i:])
		first := slices.Clone(steps[i : i+turn])
		if turns > 1 {
			first[0].each, first[0].loop = differing(first, steps[i+turn:i+2*turn]), turn
		}
		out = append(out, first...)
		i += turn * turns
	}
	return out
}

// loopAt is how many calls the steps begin with that come again, and how many times they
// are made in all; 1 and 1 for no loop.
func loopAt(steps []call) (turn, turns int) {
	for turn = 1; turn <= longestLoop; turn++ {
		turns = 1
		for (turns+1)*turn <= len(steps) && slices.EqualFunc(steps[:turn], steps[turns*turn:(turns+1)*turn], sameCall) {
			turns++
		}
		if turns > 1 {
			return turn, turns
		}
	}
	return 1, 1
}

// sameCall reports whether two calls differ in nothing but which value of a kind they
// were given.
func sameCall(a, b call) bool {
	return likeCall(a, b) && slices.EqualFunc(a.args, b.args, func(x, y argument) bool { return sameNode(x.value, y.value) })
}

func sameNode(a, b node) bool {
	if a.is != b.is {
		return false
	}
	switch a.is {
	case isBlank:
		return a.blank.kind == b.blank.kind
	case isText, isJoined:
		return unnumbered(a.text) == unnumbered(b.text)
	case isPlain:
		return a.plain == b.plain
	}
	return slices.Equal(a.keys, b.keys) && slices.EqualFunc(a.list, b.list, sameNode)
}

var numbered = regexp.MustCompile(`\{([a-z_]+?)_[0-9]+\}`)

// unnumbered takes the numbers off the placeholders in a text.
func unnumbered(text string) string { return numbered.ReplaceAllString(text, "{$1}") }

// vary makes blanks of the arguments in which some calls in a row differ that are
// otherwise the same: cells one after the other, say.
func vary(b *blanks, steps []call) {
	n := 1
	for n < len(steps) && likeCall(steps[0], steps[n]) {
		n++
	}
	if n < fewestTurns {
		return
	}
	for at, arg := range steps[0].args {
		differs := slices.ContainsFunc(steps[1:n], func(c call) bool { return !sameNode(c.args[at].value, arg.value) })
		if !differs {
			continue
		}
		for _, c := range steps[:n] {
			c.args[at].value = node{blank: b.add(blank{kind: arg.name, spelt: []string{c.args[at].value.plainly()}, found: true})}
		}
	}
}

// likeCall reports whether two calls give the same arguments to one tool, whatever they
// are.
func likeCall(a, b call) bool {
	if a.raw+b.raw != "" || a.tool != b.tool {
		return false
	}
	return slices.EqualFunc(a.args, b.args, func(x, y argument) bool { return x.name == y.name })
}

// plainly is a text or a number as it is, "" for others.
func (n node) plainly() string {
	switch n.is {
	case isText:
		return n.text
	case isPlain:
		return n.plain
	}
	return ""
}

// differing are the placeholders of some calls for which others have others.
func differing(first, next []call) []string {
	var out []string
	for i := range first {
		for at, arg := range first[i].args {
			for _, name := range differ(arg.value, next[i].args[at].value) {
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

func differ(a, b node) []string {
	var out []string
	switch a.is {
	case isBlank:
		if a.blank.name != b.blank.name {
			out = []string{a.blank.name}
		}
		return out
	case isText, isJoined:
		return namesIn(a.text, b.text)
	}
	for i := range a.list {
		out = append(out, differ(a.list[i], b.list[i])...)
	}
	return out
}

var placeholderForm = regexp.MustCompile(`\{([a-z_0-9]+)\}`)

// namesIn are the placeholders of one text in whose places another has others.
func namesIn(a, b string) []string {
	mine, theirs := placeholderForm.FindAllStringSubmatch(a, -1), placeholderForm.FindAllStringSubmatch(b, -1)
	var out []string
	for i := range min(len(mine), len(theirs)) {
		if mine[i][1] != theirs[i][1] {
			out = append(out, mine[i][1])
		}
	}
	return out
}
