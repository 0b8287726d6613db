package taskgraph_test

import (
	"fmt"
	"testing"

	"legomem/llm"
	"legomem/must"
	tg "legomem/orchestrator/taskgraph"
)

// flatAndGraph are the tokens of what a prompt is given to know of the conversation, added up
// over its rounds: all that was said so far, with the same replies in both; and the context of
// the node that the round is about.
func flatAndGraph(t testing.TB, rounds []spokenRound) (flat, graph, lastFlat, lastGraph int) {
	t.Helper()
	g, said := tg.New(tg.AskUser), ""
	for i, r := range rounds {
		for _, op := range r.ops {
			must.Have(g.Apply(at(i+1), op))(t)
		}
		said += "User: " + r.user + "\n"
		c := must.Have(g.Context(r.about, tg.Ask{Parts: true}))(t)
		lastFlat, lastGraph = llm.CountTokens(said), llm.CountTokens(c.Text+"User: "+r.user+"\n")
		flat, graph = flat+lastFlat, graph+lastGraph
		said += "Assistant: " + r.reply + "\n"
	}
	return flat, graph, lastFlat, lastGraph
}

// spokenRound is a round: what was said, what that does, the node that it is about, and the reply.
type spokenRound struct {
	user, about, reply string
	ops                []tg.Operation
}

// TestContextTokens: over the six rounds of tme-v1 section 5 the contexts are shorter than
// what was said, counted by a real tokenizer; and with 6, 50 and 500 rounds of changes they
// stay level, where what was said grows. The paper counts 899 and 725 tokens of whole
// prompts, without those of its classifier.
func TestContextTokens(t *testing.T) {
	replies := []string{"Sure, I can help you with the form. What is your name?", "Thank you. Your name is set to John Doe.", "Your email is set to john@example.com.",
		"Your address is set to Market Street, San Francisco.", "Your name is changed to John Smith.", "Name: John Smith, email: john@example.com, address: Market Street, San Francisco. It is submitted."}
	about := []string{"form", "name", "email", "address", "name", "submit"}
	var rounds []spokenRound
	for i, r := range scripts(t)["form"] {
		rounds = append(rounds, spokenRound{r.User, about[i], replies[i], operations(t, r.Do)})
	}
	flat, graph, _, _ := flatAndGraph(t, rounds)
	t.Logf("the form of six rounds: %d tokens of what was said, %d of contexts: %d%% fewer", flat, graph, 100*(flat-graph)/flat)
	if graph >= flat {
		t.Errorf("the contexts have %d tokens, what was said %d", graph, flat)
	}
	var ends []int
	for _, n := range []int{6, 50, 500} {
		flat, graph, lastFlat, lastGraph := flatAndGraph(t, changes(n))
		t.Logf("%d rounds of changes: the last has %d tokens of what was said, and a context of %d; all together %d and %d", n, lastFlat, lastGraph, flat, graph)
		ends = append(ends, lastGraph)
		if n > 6 && lastGraph*4 > lastFlat {
			t.Errorf("after %d rounds a context has %d tokens, what was said %d", n, lastGraph, lastFlat)
		}
	}
	if ends[2] > ends[1]+ends[1]/4 {
		t.Errorf("contexts grow: %v", ends)
	}
}

// changes are so many rounds: a meeting with its values, which change in turn.
func changes(n int) []spokenRound {
	slots := []string{"day", "start", "room", "title"}
	rounds := []spokenRound{{"Put a meeting into the calendar.", "meeting", "It is noted.", []tg.Operation{tg.Add{ID: "meeting", Slot: "meeting", Value: "a meeting"}}}}
	for i := range n - 1 {
		slot, v := slots[i%len(slots)], fmt.Sprintf("%s %d", slots[i%len(slots)], 1+i%9)
		r := spokenRound{fmt.Sprintf("Make the %s %s.", slot, v), slot, fmt.Sprintf("The %s is %s now.", slot, v), []tg.Operation{tg.Update{Node: slot, Value: v}}}
		if i < len(slots) {
			r.ops = []tg.Operation{tg.Add{ID: slot, Slot: slot, Value: v, Status: tg.Done, Parents: []string{"meeting"}}}
		}
		rounds = append(rounds, r)
	}
	return rounds
}
