package calendar_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"legomem/must"
	"legomem/sweep"
	"legomem/tools"
	"legomem/tools/toolstest"
)

// leaving are the arguments of calendar.leave_out; files that are "" are not there.
func leaving(before, after string, only bool, uids ...string) (files map[string]string, args string) {
	files, all := map[string]string{}, map[string]any{"uids": append([]string{}, uids...), "only": only}
	for name, text := range map[string]string{"before": before, "after": after} {
		if text != "" {
			files[name+".ics"], all[name] = text, name+".ics"
		}
	}
	raw, _ := json.Marshal(all) // plain data always marshals
	return files, string(raw)
}

func TestLeaveOut(t *testing.T) {
	a, b, c := meeting("a", "Lunch", ""), meeting("b", "Call", ""), meeting("c", "Fair", "")
	longer, none, other := meeting("a", "Long lunch", ""), strings.Replace(meeting("x", "Note", ""), "UID:x\r\n", "", 1), strings.Replace(meeting("x", "Memo", ""), "UID:x\r\n", "", 1)
	series, once, twice := meeting("s", "Sync", "RRULE:FREQ=WEEKLY\r\n"), meeting("s", "Sync", "RECURRENCE-ID:20260319T100000\r\n"), meeting("s", "Late sync", "RECURRENCE-ID:20260326T100000\r\n")
	mine, zone := "X-WR-CALNAME:Mine\r\n", "BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n"
	long := strings.Repeat("u", 300)
	empty := strings.Replace(holding(), "VERSION:2.0\r\n", "VERSION:2.0\r\nPRODID:-//legomem//calendar//EN\r\n", 1)
	for _, tt := range []struct {
		name, before, after string
		only                bool
		uids                []string
		want                string
	}{
		{"an added one", holding(a), holding(a, b, c), false, []string{"b"}, holding(a, c)},
		{"a changed one", holding(a, b), holding(longer, meeting("b", "Late call", "")), false, []string{"a"}, holding(a, meeting("b", "Late call", ""))},
		{"a deleted one, in its place", holding(a, b, c), holding(c), false, []string{"a"}, holding(a, c)},
		{"nothing", holding(a), holding(longer, b), false, nil, holding(longer, b)},
		{"all", holding(a, b), holding(longer, c), false, []string{"a", "b", "c"}, holding(a, b)},
		{"a series with its occurrences", holding(series, a), holding(series, once, longer, twice), false, []string{"s"}, holding(series, longer)},
		{"all but a series", holding(series, once, a), holding(longer), false, []string{"a"}, holding(a)},
		{"a new calendar", "", holding(a, b), false, []string{"a"}, holding(b)},
		{"a deleted calendar keeps its settings", holding(mine, a, b), "", false, []string{"b"}, holding(mine, b)},
		{"new settings stay", holding(a, b), holding(mine, zone, longer), false, []string{"b"}, holding(mine, zone, longer, b)},
		{"only one", holding(a, b), holding(mine, longer, c), true, []string{"c"}, holding(a, b, c)},
		{"only some of a new calendar", "", holding(mine, a, b), true, []string{"b"}, strings.Replace(empty, "END:VCAL", b+"END:VCAL", 1)},
		{"only nothing", holding(a), holding(longer, b), true, nil, holding(a)},
		{"events without a UID go together", holding(none, a), holding(other, none, longer), false, []string{""}, holding(none, longer)},
		{"all but those without a UID", holding(none, a), holding(other, longer), false, []string{"a"}, holding(other, a)},
		{"a UID as it is told", holding(a), holding(a, meeting(long, "x", ""), b), false, []string{long[:199] + "…"}, holding(a, b)},
		{"other line breaks", strings.ReplaceAll(holding(a, b), "\r", ""), holding(longer), false, []string{"a"}, strings.ReplaceAll(holding(a), "\r", "")},
		{"settings and other line breaks", strings.ReplaceAll(holding(mine, a), "\r", ""), holding(longer, b), false, []string{"a"}, holding(a, b)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files, args := leaving(tt.before, tt.after, tt.only, tt.uids...)
			o := newOffice(t, time.UTC, files)
			must.NoDiff(t, cmp.Diff(tt.want, o.Data("calendar.leave_out", args)["text"]), "%s")
			if got := o.Read(slices.Sorted(maps.Keys(files))[0]); got != files[slices.Sorted(maps.Keys(files))[0]] {
				t.Errorf("it wrote %q", got)
			}
		})
	}
}

// TestLeaveOutRefuses: what cannot be left out is an error, and not kept in silence.
func TestLeaveOutRefuses(t *testing.T) {
	a, b := meeting("a", "Lunch", ""), meeting("b", "Call", "")
	for _, tt := range []struct {
		name, before, after, uid string
		code                     tools.Code
	}{
		{"no such event", holding(a), holding(a, b), "c", tools.NotFound},
		{"one that is the same", holding(a), holding(a, b), "a", tools.NotFound},
		{"none without a UID", holding(a), holding(a, b), "", tools.NotFound},
		{"no calendar", holding(a), "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "a", tools.Corrupt},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files, args := leaving(tt.before, tt.after, false, tt.uid)
			newOffice(t, time.UTC, files).Fails("calendar.leave_out", args, tt.code)
		})
	}
}

// diary is a calendar to be written down: the events by UID, and the settings.
type diary struct {
	events   map[string]string
	settings string
}

func (d diary) text(order []string) string {
	var events []string
	for _, uid := range order {
		events = append(events, d.events[uid])
	}
	return holding(append([]string{d.settings}, events...)...)
}

// diaryOf reads what a calendar holds under each UID, in any order.
func diaryOf(text string) diary {
	d := diary{events: map[string]string{}}
	rest, _ := strings.CutPrefix(text, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
	for {
		outside, event, found := strings.Cut(rest, "BEGIN:VEVENT\r\n")
		d.settings += strings.TrimSuffix(outside, "END:VCALENDAR\r\n")
		if !found {
			return d
		}
		event, rest, _ = strings.Cut(event, "END:VEVENT\r\n")
		uid := ""
		for line := range strings.SplitSeq(event, "\r\n") {
			if value, is := strings.CutPrefix(line, "UID:"); is {
				uid = value
			}
		}
		d.events[uid] += "BEGIN:VEVENT\r\n" + event + "END:VEVENT\r\n"
	}
}

// randomDiary holds some of eight events, each in one of three states; one is a series with
// changed occurrences, and one has no UID.
func randomDiary(r *rand.Rand) diary {
	d := diary{events: map[string]string{}, settings: []string{"", "X-WR-CALNAME:Mine\r\n"}[r.IntN(2)]}
	for i, uid := range []string{"a", "b", "c", "d", "e", "f", "s", ""} {
		state := r.IntN(4)
		text := meeting(uid, fmt.Sprint("Event ", i, " ", state), "")
		switch {
		case state == 0:
			continue
		case uid == "s":
			text = meeting(uid, "Series", "RRULE:FREQ=WEEKLY\r\n") + strings.Repeat(meeting(uid, "Once", "RECURRENCE-ID:20260319T100000\r\n"), state-1)
		case uid == "":
			text = strings.Replace(text, "UID:\r\n", "", 1)
		}
		d.events[uid] = text
	}
	return d
}

func (d diary) shuffled(r *rand.Rand) string {
	order := slices.Sorted(maps.Keys(d.events))
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return d.text(order)
}

// TestLeaveOutAndMerge: whatever is left out is as it was and all else as it became; the
// rest, merged later, makes the whole of it, with what the user did meanwhile.
func TestLeaveOutAndMerge(t *testing.T) {
	sweep.OneGoroutine(t)
	r := rand.New(rand.NewPCG(13, 1))
	o := newOffice(t, time.UTC, nil)
	for n := range sweep.Size(5_000, 150, 500) {
		was, is := randomDiary(r), randomDiary(r)
		before, after := was.shuffled(r), is.shuffled(r)
		differ := was.differs(is)
		var out []string
		for _, uid := range differ {
			if r.IntN(2) == 0 {
				out = append(out, uid)
			}
		}
		only := r.IntN(4) == 0
		half := leave(o, before, after, only, out...)
		want := diary{events: maps.Clone(is.events), settings: is.settings}
		if only {
			want.settings = was.settings
		}
		for _, uid := range differ {
			if slices.Contains(out, uid) != only {
				want.setAs(was, uid)
			}
		}
		if diff := cmp.Diff(want, diaryOf(half), cmp.AllowUnexported(diary{})); diff != "" {
			t.Fatalf("%d: without %q, only %v (-want +got):\n%s", n, out, only, diff)
		}
		meanwhile := strings.Replace(half, "END:VCAL", meeting("mine", "Mine", "")+"END:VCAL", 1)
		whole := diary{events: maps.Clone(is.events), settings: is.settings}
		whole.events["mine"] = meeting("mine", "Mine", "")
		if diff := cmp.Diff(whole, diaryOf(mergeAll(o, before, meanwhile, after)), cmp.AllowUnexported(diary{})); diff != "" {
			t.Fatalf("%d: without %q, only %v, and then the rest (-want +got):\n%s", n, out, only, diff)
		}
	}
}

// setAs makes an event as it is in another diary.
func (d diary) setAs(other diary, uid string) {
	if text, there := other.events[uid]; there {
		d.events[uid] = text
		return
	}
	delete(d.events, uid)
}

// differs are the UIDs under which two diaries hold something else.
func (d diary) differs(other diary) (uids []string) {
	all := maps.Clone(d.events)
	maps.Copy(all, other.events)
	for _, uid := range slices.Sorted(maps.Keys(all)) {
		if d.events[uid] != other.events[uid] {
			uids = append(uids, uid)
		}
	}
	return uids
}

func leave(o *toolstest.Desk, before, after string, only bool, uids ...string) string {
	o.T.Helper()
	files, args := leaving(before, after, only, uids...)
	for name, text := range files {
		must.Do(o.T, o.WS.WriteFile(name, []byte(text)))
	}
	return o.Data("calendar.leave_out", args)["text"].(string)
}

func mergeAll(o *toolstest.Desk, base, mine, theirs string) string {
	o.T.Helper()
	for name, text := range map[string]string{"base.ics": base, "mine.ics": mine, "theirs.ics": theirs} {
		must.Do(o.T, o.WS.WriteFile(name, []byte(text)))
	}
	data := o.Data("calendar.merge", `{"base":"base.ics","mine":"mine.ics","theirs":"theirs.ics"}`)
	if clashes := data["clashes"].([]any); len(clashes) > 0 {
		o.T.Errorf("they clash: %v", clashes)
	}
	return data["text"].(string)
}
