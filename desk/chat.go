package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"legomem/llm/cost"
	"legomem/orchestrator"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/orchestrator/taskgraph/moves"
	"legomem/orchestrator/taskgraph/trim"
	"legomem/places"
	"legomem/skills"
	"legomem/trajectory"
)

// ChatOrder is a conversation to begin or to go on with.
type ChatOrder struct {
	// Session is its id; one that is not there yet is begun. "" begins a new one.
	Session string
	// Home is the folder of the office; "" for the configured one.
	Home string
	User string // "": the configured one
	// Domain is what it is about: "office", another that comes with the program, or a file.
	Domain string
	// Resume says that the session must be there.
	Resume bool
	// See is told of each line about the graph, Watch of the runs' events, and Asks whenever a
	// model is asked what was meant; nil for nobody.
	See   func(line string)
	Asks  func()
	Watch func(trajectory.Payload)
}

// Chat is a conversation that is open. Close it.
type Chat struct {
	*dialogue.Session
	Opened trajectory.SessionOpened
	// Past says that it goes on from an earlier start.
	Past bool

	desk *Desk
	id   string
}

// OpenChat begins a conversation, or goes on with one.
func (d *Desk) OpenChat(ctx context.Context, o ChatOrder) (*Chat, error) {
	id := o.Session
	if id == "" {
		id = d.newID()
	}
	dir, err := d.sessionFolder(id)
	if err != nil {
		return nil, err
	}
	_, err = os.Stat(places.Session(dir).Log())
	switch {
	case err == nil:
		chat, err := d.resumeChat(ctx, dir, o)
		if !errors.Is(err, trajectory.ErrNothingSaid) || o.Resume {
			return chat, err
		}
		if err := os.Remove(places.Session(dir).Log()); err != nil {
			return nil, fmt.Errorf("begin session %s, which was cut off before anything was said: %w", id, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case o.Resume:
		return nil, BadInput("there is no session %q; legomem chat list tells those there are", id)
	}
	return d.newChat(dir, id, o)
}

// newChat begins a conversation.
func (d *Desk) newChat(dir, id string, o ChatOrder) (*Chat, error) {
	domain, err := trim.OpenDomain(o.Domain)
	if err != nil {
		return nil, &InputError{err}
	}
	home, err := d.chatHome(o.Home, domain)
	if err != nil {
		return nil, err
	}
	opened := trajectory.SessionOpened{User: cmp.Or(o.User, d.userName()), Now: d.Now().In(d.config.Dates.Location()), Zone: d.config.Dates.Location().String(), Home: home, Domain: cmp.Or(o.Domain, string(trim.Office)), Tenant: d.config.Memory.Tenant}
	if home != "" {
		files, err := orchestrator.FilesIn(home)
		if err != nil {
			return nil, BadInput("the office %s cannot be read: %w", home, err)
		}
		opened.Office = files.Artifact()
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of session %s: %w", id, err)
	}
	log, err := trajectory.CreateSession(dir, id, opened, d.Now)
	if err != nil {
		return nil, err
	}
	c, err := d.chatConfig(id, opened, domain, o)
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return &Chat{Session: dialogue.New(id, log, c), Opened: opened, desk: d, id: id}, nil
}

// chatHome is the folder that a conversation is about, absolute; "" where its domain needs
// none.
func (d *Desk) chatHome(dir string, domain *trim.Domain) (string, error) {
	if domain.Shape != trim.Office {
		return "", nil
	}
	if dir == "" {
		office, err := d.Office()
		if err != nil {
			return "", err
		}
		if dir = office; dir == "" {
			return "", BadInput("a conversation needs an office to be about: name yours with legomem init DIR, or one for this with --testbed DIR")
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if info, err := os.Stat(abs); err != nil || !info.IsDir() {
		return "", BadInput("there is no folder %s", dir)
	}
	return abs, d.notOurs(abs)
}

// resumeChat goes on with a conversation in its folder.
func (d *Desk) resumeChat(ctx context.Context, dir string, o ChatOrder) (*Chat, error) {
	log, past, err := trajectory.ContinueSession(dir, d.Now)
	if errors.Is(err, trajectory.ErrSessionLive) {
		return nil, openElsewhere(filepath.Base(dir))
	}
	if err != nil {
		return nil, unreadable(dir, past, err)
	}
	chat, err := d.continued(ctx, dir, past, log, o)
	if err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return chat, nil
}

func (d *Desk) continued(ctx context.Context, dir string, past *trajectory.Session, log *trajectory.Writer, o ChatOrder) (*Chat, error) {
	was := past.Opened
	if err := unreadable(dir, past, nil); err != nil {
		return nil, err
	}
	if was.Tenant != d.config.Memory.Tenant {
		return nil, BadInput("session %s is of the tenant %q, and you are %q", past.ID, was.Tenant, d.config.Memory.Tenant)
	}
	if o.Domain != "" && o.Domain != was.Domain {
		return nil, BadInput("session %s is about %s, not %s; begin another with another --session", past.ID, was.Domain, o.Domain)
	}
	domain, err := trim.OpenDomain(was.Domain)
	if err != nil {
		return nil, &InputError{err}
	}
	if o.Home != "" {
		if abs, err := filepath.Abs(o.Home); err != nil || abs != was.Home {
			return nil, BadInput("session %s is about the office in %s, not %s; begin another with another --session", past.ID, was.Home, o.Home)
		}
	}
	if domain.Shape == trim.Office {
		if err := d.officeThere(past); err != nil {
			return nil, err
		}
	}
	c, err := d.chatConfig(past.ID, was, domain, o)
	if err != nil {
		return nil, err
	}
	session, err := dialogue.Resume(ctx, past, log, c)
	if broken := (*dialogue.BrokenLog)(nil); errors.As(err, &broken) {
		return nil, unreadable(dir, past, err)
	}
	if err != nil {
		return nil, err
	}
	return &Chat{Session: session, Opened: was, Past: true, desk: d, id: past.ID}, nil
}

// officeThere wants a session's office to be there still, with what a kill cut off in it
// brought to its end.
func (d *Desk) officeThere(past *trajectory.Session) error {
	home := past.Opened.Home
	if info, err := os.Stat(home); err != nil || !info.IsDir() {
		return BadInput("session %s is about the office in %s, which is no folder any more: put it back there, begin another session with legomem chat --testbed DIR, or look at this one with legomem chat show %s", past.ID, home, past.ID)
	}
	return d.settleFolder(home)
}

// chatConfig is what a conversation is made of.
func (d *Desk) chatConfig(id string, opened trajectory.SessionOpened, domain *trim.Domain, o ChatOrder) (dialogue.Config, error) {
	c := dialogue.Config{Domain: domain, User: opened.User, DayFirst: d.config.Dates.DayFirst(), See: o.See}
	if err := d.readers(&c, opened, o.Asks); err != nil {
		return dialogue.Config{}, err
	}
	c.Office = &chatOffice{desk: d, session: id, home: opened.Home, user: opened.User, see: o.Watch}
	c.LooksUp = d.looksUp
	c.Now = func() time.Time { return d.Now().In(d.config.Dates.Location()) }
	return c, nil
}

// readers are what reads a conversation's utterances, by the configured brain: under hybrid
// offline first, and the model where that, or the office, is not sure.
func (d *Desk) readers(c *dialogue.Config, opened trajectory.SessionOpened, asks func()) error {
	offline, err := d.offlineTrimmer(c.Domain, opened.Home)
	if err != nil {
		return err
	}
	if c.Trimmer = offline; d.config.Brain == "reflex" {
		return nil
	}
	if err := checkRoles(d.config.Team); err != nil {
		return err
	}
	role, err := d.role(d.config, trim.Role)
	if err != nil {
		return err
	}
	prompts, err := trim.LoadPrompts("")
	if err != nil {
		return err
	}
	model := &trim.ByModel{Knows: offline, Role: role, Prompts: prompts, Retries: d.config.Model.ParseRetries,
		Meter: cost.NewMeter(prices(d.config.PriceList()), cost.Budget{}), Asks: asks}
	if c.Trimmer = model; d.config.Brain == "model" {
		return nil
	}
	office := c.Domain.Shape == trim.Office
	c.Trimmer = trim.Hybrid{Offline: offline, Model: model, Office: office}
	if !office {
		return nil
	}
	if model.Skills, err = begunWith(); err != nil {
		return err
	}
	model.User = opened.User
	model.Workplace = func(ctx context.Context, spoken []string) (string, error) { return d.workplace(ctx, opened, spoken) }
	c.Quick, c.Second = offline, model
	return nil
}

// offlineTrimmer reads a conversation's utterances with no model.
func (d *Desk) offlineTrimmer(domain *trim.Domain, home string) (*trim.Offline, error) {
	reader, err := moves.Shipped()
	if err != nil {
		return nil, err
	}
	o := &trim.Offline{Moves: reader, Domain: domain}
	if domain.Shape != trim.Office {
		return o, nil
	}
	all, err := skills.All()
	if err != nil {
		return nil, err
	}
	o.SkillSlots = func(skill string) []trim.Slot { return slotsOfSkill(all, skill) }
	does := func(skill string) string {
		k, _ := d.everydaySkill(skill)
		return k.Does
	}
	events, err := dialogue.ThingSlots("event", o.SkillSlots, does)
	if err != nil {
		return nil, err
	}
	o.ThingSlots = func(kind string) []trim.ThingSlot {
		if kind != "event" {
			return nil
		}
		return events
	}
	o.People = func() []string { return peopleOf(home) }
	return o, nil
}

// slotsOfSkill are a skill's slots that a text may give.
func slotsOfSkill(all skills.Library, id string) []trim.Slot {
	var out []trim.Slot
	for _, k := range all.Skills {
		if k.ID != id {
			continue
		}
		for _, s := range k.Slots {
			if !s.Unsaid {
				out = append(out, trim.Slot{Name: s.Name, Kind: s.Kind, List: s.List && !s.Row, Says: s.Ask})
			}
		}
	}
	return out
}

// everydaySkill is the everyday skill of an id.
func (d *Desk) everydaySkill(id string) (skills.Skill, error) {
	all, err := skills.All()
	if err != nil {
		return skills.Skill{}, err
	}
	i := slices.IndexFunc(all.Skills, func(k skills.Skill) bool { return k.ID == id })
	if i < 0 {
		return skills.Skill{}, fmt.Errorf("there is no everyday skill %s", id)
	}
	return all.Skills[i], nil
}

// GraphOfSession is a conversation's task graph.
func (d *Desk) GraphOfSession(id string) (*tg.Graph, *trajectory.Session, error) {
	s, err := d.FindSession(id)
	if err != nil {
		return nil, nil, err
	}
	g, err := dialogue.GraphOf(s)
	if err != nil {
		return nil, nil, BadInput("%w; legomem chat forget %s removes it for good, and its runs stay", err, s.ID)
	}
	return g, s, nil
}
