package desk

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"legomem/changes"
	"legomem/changes/reading"
	"legomem/tools"
	"legomem/tools/facts"
	"legomem/tools/sandbox"
)

// Survey is what a folder tells of the office in it.
type Survey struct {
	Dir string // its absolute path
	// Empty is true for a folder that is not there, or holds nothing.
	Empty bool
	// People have a mailbox or a calendar in it, by name.
	People []string
	// User is who its user may be: the configured one, the only person of it, or the
	// person with the login name; "" if nothing tells.
	User string
}

// officeFolders are the folders of which an office has one at least.
var officeFolders = []string{"data", "emails", "calendar"}

// Survey looks at a folder that shall be the office, and changes nothing in it.
func (d *Desk) Survey(dir string) (Survey, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return Survey{}, err
	}
	if err := d.notOurs(dir); err != nil {
		return Survey{}, err
	}
	names, err := namesIn(dir)
	if err != nil {
		return Survey{}, BadInput("%s can be no office: %w", dir, err)
	}
	s := Survey{Dir: dir, Empty: len(names) == 0}
	if !s.Empty && !slices.ContainsFunc(officeFolders, func(f string) bool { return slices.Contains(names, f) }) {
		return s, BadInput("%s has no folder data, emails or calendar: put your files into %s, or name another folder", dir, filepath.Join(dir, "data"))
	}
	s.People = peopleIn(dir)
	s.User = d.userAmong(s.People)
	return s, nil
}

// namesIn are the names in a folder, without hidden ones; none if it is not there.
func namesIn(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// peopleIn are those who have a mailbox or a calendar in an office, each once.
func peopleIn(dir string) []string {
	boxes, _ := namesIn(filepath.Join(dir, "emails")) // what cannot be read tells of nobody
	files, _ := namesIn(filepath.Join(dir, "calendar"))
	for _, f := range files {
		if name, ok := strings.CutSuffix(f, ".ics"); ok {
			boxes = append(boxes, name)
		}
	}
	var people []string
	for _, name := range boxes {
		if read, err := tools.UserName(name); err == nil && read == name && spelling(people, name) == "" {
			people = append(people, name)
		}
	}
	slices.Sort(people)
	return people
}

// spelling is a name as one of the people has it, "" if it is nobody's.
func spelling(people []string, name string) string {
	if i := slices.IndexFunc(people, func(p string) bool { return strings.EqualFold(p, name) }); i >= 0 {
		return people[i]
	}
	return ""
}

// Person is a name as the office has it, if it is that of one of its people.
func (s Survey) Person(name string) string { return cmp.Or(spelling(s.People, name), name) }

// userAmong is who of an office's people may be its user.
func (d *Desk) userAmong(people []string) string {
	switch {
	case d.config.User.Name != "":
		return d.config.User.Name
	case len(people) == 1:
		return people[0]
	}
	return spelling(people, LoginName())
}

// maxSurveyed is how many mails of a mailbox are looked at.
const maxSurveyed = 200

// DomainOf is the mail domain to propose for an office: the one that the configuration
// sets, or else the only one at which mails in the user's mailbox are addressed to them.
func (d *Desk) DomainOf(ctx context.Context, s Survey, user string) string {
	if d.config.Domain != tools.Domain {
		return d.config.Domain
	}
	return cmp.Or(d.domainInMails(ctx, s, user), tools.Domain)
}

// domainInMails is the one domain of a user in the mails of their mailbox, "" if there is
// none, or several.
func (d *Desk) domainInMails(ctx context.Context, s Survey, user string) string {
	pairs := mailsOf(s, user)
	if len(pairs) == 0 {
		return ""
	}
	launcher, done, err := d.launcherFor(d.config.Sandbox, false)
	if err != nil {
		return ""
	}
	defer done()
	dir, err := os.MkdirTemp("", "legomem-survey-")
	if err != nil {
		return ""
	}
	defer os.RemoveAll(dir)
	box := reading.Boxed{Launcher: launcher, Dir: filepath.Join(dir, "mails"), Spec: sandbox.Spec{Run: "init", User: user, Now: d.Now()}}
	return oneDomain(box.Read(ctx, pairs), user)
}

// mailsOf are the mails of a user's mailbox, for a reader.
func mailsOf(s Survey, user string) []changes.Pair {
	box := filepath.Join("emails", user)
	names, _ := namesIn(filepath.Join(s.Dir, box)) // what cannot be read tells nothing
	var pairs []changes.Pair
	for _, name := range names {
		file := filepath.Join(s.Dir, box, name)
		info, err := os.Lstat(file)
		if err == nil && info.Mode().IsRegular() && strings.HasSuffix(name, ".eml") && len(pairs) < maxSurveyed {
			pairs = append(pairs, changes.Pair{Path: filepath.ToSlash(filepath.Join(box, name)), After: file})
		}
	}
	return pairs
}

// oneDomain is the domain of all addresses of a user in mails, "" if they have several.
func oneDomain(mails []changes.Facts, user string) string {
	found := ""
	for _, f := range mails {
		if f.Mail == nil {
			continue
		}
		for _, a := range slices.Concat(f.Mail.To, f.Mail.Cc) {
			domain, own := domainOf(a, user)
			if own && found != "" && !strings.EqualFold(found, domain) {
				return ""
			}
			if own {
				found = strings.ToLower(domain)
			}
		}
	}
	return found
}

// domainOf is the domain of an address, if it is the user's: their name at some domain.
// One with letters that look like others is not proposed to anybody.
func domainOf(a facts.Address, user string) (string, bool) {
	local, domain, _ := strings.Cut(a.Address, "@")
	return domain, strings.EqualFold(local, user) && proposable.MatchString(domain)
}

var proposable = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)
