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

// TestCutOffAtEachLine cuts the log of a conversation after each line, as a kill does between
// the office's work and what is written of it. What the office did is in the graph, once.
func TestCutOffAtEachLine(t *testing.T) {
	c := newTalk(t, &office{})
	for _, said := range []string{"note a", "make it b"} {
		c.say(said)
	}
	must.Do(t, c.Close())
	file := places.Session(c.dir).Log()
	lines := strings.SplitAfter(string(must.Have(os.ReadFile(file))(t)), "\n")
	second := 0
	for i, line := range lines {
		if strings.Contains(line, `"turn_worked"`) {
			second = i // the last, whose work was done
		}
	}
	for n := second + 1; n <= len(lines); n++ {
		must.Do(t, os.WriteFile(file, []byte(strings.Join(lines[:n], "")), 0o600))
		c.resume()
		must.Do(t, c.Close())
		agreed(t, c)
		if turns := len(c.Turns()); turns != 2 {
			t.Errorf("cut after line %d: %d turns", n, turns)
		}
		if told := c.Turns()[1].Told; c.Turns()[1].Done != 1 && !strings.Contains(told, "cut off") {
			t.Errorf("cut after line %d: it tells %q", n, told)
		}
	}
}
