package calendar

import (
	"strings"

	"legomem/tools"
)

// owners are the users an action is about: user and users together, else the
// acting user. Each is checked to be a name that a file can have.
func owners(ws *tools.Workspace, user string, users []string) ([]string, error) {
	all := tools.People(append([]string{user}, users...)...)
	if len(all) == 0 {
		all = []string{ws.User}
	}
	for i, u := range all {
		name, err := tools.UserName(u)
		if err != nil {
			return nil, err
		}
		all[i] = name
	}
	return all, nil
}

// address is a user's own address; one given as an address stays as it is.
func address(person string) string {
	if strings.Contains(person, "@") {
		return person
	}
	return person + "@" + tools.Domain
}

// colleague says whether an attendee has a calendar here: a bare name, or an
// address of the office's own domain.
func colleague(person string) bool {
	_, domain, isAddress := strings.Cut(person, "@")
	return !isAddress || strings.EqualFold(domain, tools.Domain)
}
