package dialogue_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"legomem/must"
	"legomem/places"
)

// TestCutOff stops a conversation before and after each piece of work. The next start has
// the graph agree with the office, and what was said again is not there twice.
func TestCutOff(t *testing.T) {
	say := []string{"note a", "make it b", "note c", "make it d"}
	for killed := 1; killed <= 2*len(say); killed++ {
		c := newTalk(t, &office{killed: killed})
		for _, said := range say {
			_, err := c.Turn(t.Context(), said)
			if errors.Is(err, errKilled) {
				c.office.killed = 0
				c.again()
				if agreed(t, c); killed%2 == 0 {
					continue
				}
				_, err = c.Turn(t.Context(), said)
			}
			must.Do(t, err)
			agreed(t, c)
		}
		if got := c.office.stands(); got != "b, d" {
			t.Errorf("killed at %d: %q stands", killed, got)
		}
	}
}

// agreed wants the graph to say of the office what is there.
func agreed(t *testing.T, c *talk) {
	t.Helper()
	if is, said := c.office.stands(), c.done(); is != said {
		t.Errorf("%q stands, and the graph says %q\n%s", is, said, c.Graph().Text())
	}
}

// TestCutOffAtEachLine cuts the log of a conversation after each line of its last turn, as a
// kill does between the office's work and what is written of it. What the office did is in
// the graph, once.
func TestCutOffAtEachLine(t *testing.T) {
	for _, last := range []string{"make it b", "note b"} {
		c := newTalk(t, &office{})
		c.say("note a")
		c.say(last)
		must.Do(t, c.Close())
		file := places.Session(c.dir).Log()
		lines := strings.SplitAfter(string(must.Have(os.ReadFile(file))(t)), "\n")
		did := 0
		for i, line := range lines {
			if strings.Contains(line, `"turn_worked"`) {
				did = i // the last
			}
		}
		for n := did + 1; n <= len(lines); n++ {
			must.Do(t, os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o600))
			c.resume()
			agreed(t, c)
			if turns := c.Turns(); len(turns) != 2 || turns[1].Done != 1 {
				t.Errorf("%s, cut after line %d: the turns are %+v", last, n, turns)
			}
			must.Do(t, c.Close())
		}
	}
}

// TestCutOffAnswering: an answer that was written down, and on which nothing was done, is asked
// for again, unless it was a no.
func TestCutOffAnswering(t *testing.T) {
	for _, said := range []string{"yes", "no"} {
		c := newTalk(t, &office{asks: true})
		c.say("note a")
		c.office.cut = true
		if _, err := c.Turn(t.Context(), said); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		c.office.cut = false
		c.again()
		if open := c.Open() != nil; open != (said == "yes") {
			t.Errorf("after a %s that was cut off, a question is open: %t\n%+v", said, open, c.Turns())
		}
		if c.Open() != nil {
			c.say("yes")
		}
		if got, want := c.office.stands(), map[string]string{"yes": "agreed"}[said]; got != want {
			t.Errorf("%q stands, not %q", got, want)
		}
	}
}
