package calendar

import (
	"slices"
	"strings"

	"legomem/lists"
	"legomem/tools"
)

// named are the people whose calendars an action is about, as given: user and
// users together, else the acting user. Its effects and its run both use this,
// so that they cannot differ.
func named(user string, users []string) []string {
	if all := tools.People(append([]string{user}, users...)...); len(all) > 0 {
		return all
	}
	return []string{tools.Self}
}

// owners turns people into users, each once, and checks that each name can be a
// file's.
func owners(ws *tools.Workspace, people []string) ([]string, error) {
	var all []string
	for _, p := range people {
		name, err := ws.Owner(p)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(had string) bool { return strings.EqualFold(had, name) }) {
			all = append(all, name)
		}
	}
	return all, nil
}

// address is the address of a user of the office; one given as an address stays as it is.
func address(domain, person string) string {
	if strings.Contains(person, "@") {
		return person
	}
	return person + "@" + domain
}

// colleagues are those of the attendees, as named, who have a calendar here.
func colleagues(domain string, people []string) []string {
	return lists.Filter(tools.People(people...), func(p string) bool { return colleague(domain, p) })
}

// colleague reports whether an attendee has a calendar here: a bare name, or an
// address of the office's own domain.
func colleague(domain, person string) bool {
	_, its, isAddress := strings.Cut(person, "@")
	return !isAddress || strings.EqualFold(its, domain)
}
