package desk

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"legomem/configs"
	"legomem/durable"
	"legomem/tools"
)

// InitOrder names an office and its user. All of it is the user's word.
type InitOrder struct {
	Survey    Survey
	User      string   // "": the configured one, or with Proposed the survey's
	Proposed  bool     // what the survey proposes is agreed to
	Addresses []string // the user's own; none: those of AddressesOf
	Domain    string   // "": the configured one
	File      string   // the configuration file to write
	Force     bool     // also if the file names another office
}

// Initialized is what the configuration says now.
type Initialized struct {
	Office    string   `json:"office"`
	Made      []string `json:"made"` // folders that were made
	User      string   `json:"user"`
	Addresses []string `json:"addresses"`
	Domain    string   `json:"domain"`
	Config    string   `json:"config"` // the file
}

// Init writes an office into the configuration file, whose other keys stay as they are,
// and makes its folder where there is none.
func (d *Desk) Init(o InitOrder) (Initialized, error) {
	out, err := d.initialized(o)
	if err != nil {
		return out, err
	}
	text, err := out.written(o.Force)
	if err != nil {
		return out, err
	}
	if o.Survey.Empty {
		data := filepath.Join(out.Office, "data")
		if err := os.MkdirAll(data, 0o700); err != nil {
			return out, err
		}
		out.Made = append(out.Made, data)
	}
	return out, replaceFile(out.Config, text)
}

// initialized is what an order comes to, once it is complete and sound.
func (d *Desk) initialized(o InitOrder) (Initialized, error) {
	out := Initialized{Office: o.Survey.Dir, Made: []string{}, User: o.user(d.config.User.Name), Addresses: o.Addresses, Domain: cmp.Or(o.Domain, d.config.Domain), Config: o.File}
	if out.User == "" {
		return out, BadInput("whose office is it? %s; say who you are with --user NAME%s", o.Survey.who(), o.Survey.proposal())
	}
	if name, err := tools.UserName(out.User); err != nil || name != out.User {
		return out, BadInput("--user %q is no name; write one like Bob, and the addresses with --address", out.User)
	}
	out.User = o.Survey.Person(out.User)
	if len(out.Addresses) == 0 {
		out.Addresses = d.AddressesOf(out.User, out.Domain)
	}
	c := d.config
	c.Office, c.User, c.Domain = out.Office, configs.User{Name: out.User, Addresses: out.Addresses}, out.Domain
	if err := c.CheckOffice(); err != nil {
		return out, BadInput("%w", err)
	}
	return out, nil
}

// user is who the office's user is, as far as somebody has said so.
func (o InitOrder) user(configured string) string {
	if o.Proposed {
		configured = o.Survey.User
	}
	return cmp.Or(o.User, configured)
}

// proposal says how to agree to who is proposed.
func (s Survey) proposal() string {
	if s.User == "" {
		return ""
	}
	return ", or --yes if you are " + s.User
}

// who says who has a mailbox or a calendar in the office.
func (s Survey) who() string {
	if len(s.People) == 0 {
		return "nobody has a mailbox or a calendar in " + s.Dir
	}
	has := " have mailboxes or calendars in "
	if len(s.People) == 1 {
		has = " alone has a mailbox or a calendar in "
	}
	return strings.Join(s.People, ", ") + has + s.Dir
}

// AddressesOf are the addresses that a user of an office with that domain has unless they
// say others: those that the configuration has, or else the name at the domain.
func (d *Desk) AddressesOf(user, domain string) []string {
	c := d.config
	if c.User.Name == user && c.Domain == domain && len(c.User.Addresses) > 0 {
		return c.User.Addresses
	}
	if a := user + "@" + domain; configs.IsAddress(a) {
		return []string{a}
	}
	return []string{}
}

// written is the text of the configuration file with what is to stand in it.
func (i Initialized) written(force bool) ([]byte, error) {
	text, err := os.ReadFile(i.Config)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte(firstLine), nil
	}
	if err != nil {
		return nil, BadInput("the configuration %s: %w", i.Config, err)
	}
	doc, err := configs.ParseDocument(text)
	if err != nil {
		return nil, BadInput("the configuration %s: %w", i.Config, err)
	}
	if other := doc.Text("office"); other != "" && realPath(other) != realPath(i.Office) && !force {
		return nil, BadInput("%s says that your office is %s; --force has it say %s", i.Config, other, i.Office)
	}
	if err := i.into(doc); err != nil {
		return nil, BadInput("the configuration %s: %w", i.Config, err)
	}
	if text, err = doc.Bytes(); err != nil {
		return nil, BadInput("the configuration %s: %w", i.Config, err)
	}
	return text, nil
}

// firstLine begins a configuration file that legomem init makes.
const firstLine = "# Written by legomem init; configs/default.yaml lists every key with its meaning.\n"

// into sets the keys of a configuration.
func (i Initialized) into(doc *configs.Document) error {
	for _, set := range []struct {
		key   string
		value any
	}{{"office", i.Office}, {"user.name", i.User}, {"user.addresses", i.Addresses}, {"domain", i.Domain}} {
		if err := doc.Set(set.key, set.value); err != nil {
			return err
		}
	}
	return nil
}

// replaceFile writes a file whole, for this user alone. A link stays one.
func replaceFile(file string, text []byte) error {
	file = realPath(file)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	err := durable.File(file, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return err
	}
	return durable.Folder(filepath.Dir(file))
}
