package calendar

import (
	"slices"

	"legomem/tools"
)

// spreading brings a changed event to the calendars of those who were invited, and takes
// it from those who were taken off. Files and texts are all calendars that are written,
// the named ones first.
type spreading struct {
	ws           *tools.Workspace
	files        []*file
	texts        [][]byte
	named        int
	joined, left []string
}

// spread returns the event as it is now.
func (s *spreading) spread(e *event, a updateArgs) (*event, error) {
	after := &file{user: s.files[0].user, path: s.files[0].path, text: s.texts[0]}
	if err := after.parse(s.ws.Domain, s.ws.Now().Location()); err != nil {
		return nil, unreadable(err, tools.Internal, "%s would not be readable any more (%w); it was left as it is", after.path)
	}
	now := after.events[slices.Index(s.files[0].events, e)]
	if err := s.each(a.joining(s.ws.Domain), func(f *file) { s.join(f, mergeKey(now), after) }); err != nil {
		return nil, err
	}
	return now, s.each(a.leaving(s.ws.Domain), func(f *file) { s.leave(f, mergeKey(e)) })
}

// each does something to the calendar of each person but those that are named.
func (s *spreading) each(people []string, do func(*file)) error {
	users, err := owners(s.ws, people)
	if err != nil {
		return err
	}
	files, err := loadAll(s.ws, users)
	if err != nil {
		return err
	}
	for _, f := range files {
		if !slices.ContainsFunc(s.files[:s.named], func(g *file) bool { return g.path == f.path }) {
			do(f)
		}
	}
	return nil
}

// join puts the event into a calendar that lacks it.
func (s *spreading) join(f *file, key string, from *file) {
	if len(f.entries(mergeKey)[key].blocks) > 0 {
		return
	}
	s.joined = append(s.joined, f.user)
	s.write(f, f.replace(entry{}, from.entries(mergeKey)[key]))
}

// leave takes the event out of a calendar that has it.
func (s *spreading) leave(f *file, key string) {
	theirs := f.entries(mergeKey)[key]
	if len(theirs.blocks) == 0 {
		return
	}
	s.left = append(s.left, f.user)
	s.write(f, f.replace(theirs, entry{}))
}

func (s *spreading) write(f *file, edits []edit) {
	s.files, s.texts = append(s.files, f), append(s.texts, apply(f.text, edits))
}

func (s *spreading) report(files []*file, now *event) tools.Result {
	res := report("Changed", files[0], now, files)
	told := updated{changed: res.Data.(changed), Joined: append([]string{}, s.joined...), Left: append([]string{}, s.left...)}
	for _, who := range told.Joined {
		res.Text += ". It is in the calendar of " + who + " now"
	}
	for _, who := range told.Left {
		res.Text += ". It is gone from the calendar of " + who
	}
	res.Data = told
	return res
}
