package email

import (
	"net/mail"
	"strings"
	"unicode"

	"legomem/tools"
)

// recipients reads people as they are written: names of the office, addresses,
// "Bob <bob@example.com>", and several of them in one text. Each person comes
// once. Names are of the office with that domain.
func recipients(domain string, given []string) ([]*mail.Address, error) {
	var out []*mail.Address
	seen := map[string]bool{}
	for _, g := range given {
		people, err := readPeople(domain, g)
		if err != nil {
			return nil, err
		}
		for _, p := range people {
			if key := strings.ToLower(p.Address); !seen[key] {
				seen[key] = true
				out = append(out, p)
			}
		}
	}
	return out, nil
}

func readPeople(domain, text string) ([]*mail.Address, error) {
	if list, err := mail.ParseAddressList(text); err == nil {
		return list, nil
	}
	var out []*mail.Address
	for _, one := range tools.People(text) {
		a, err := person(domain, one)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// person is one name or address; a bare name is a user of this office.
func person(domain, one string) (*mail.Address, error) {
	one = strings.TrimSpace(one)
	name, err := tools.UserName(one)
	if err != nil {
		return nil, err
	}
	if !strings.ContainsAny(one, "@<") {
		return &mail.Address{Address: name + "@" + domain}, nil
	}
	a, err := mail.ParseAddress(one)
	if err != nil {
		return nil, tools.Failf(tools.BadArguments, "%q is no address; accepted: a name like Bob, or bob@%s", one, domain)
	}
	return a, nil
}

// write spells an address for a header: bare if it has no name and needs no quoting.
func write(a *mail.Address) string {
	s := a.String()
	if a.Name == "" && s == "<"+a.Address+">" {
		return a.Address
	}
	return s
}

func writeAll(list []*mail.Address) string {
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = write(a)
	}
	return strings.Join(out, ", ")
}

func addresses(list []*mail.Address) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, a.Address)
	}
	return out
}

// names are the people behind addresses, for tools that take people.
func names(list []*mail.Address) []string {
	out := []string{}
	for _, a := range list {
		out = append(out, personName(a))
	}
	return out
}

// personName is the address's display name, else its local part with a
// capital: bob@example.com is Bob.
func personName(a *mail.Address) string {
	if a.Name != "" {
		return a.Name
	}
	local, _, _ := strings.Cut(a.Address, "@")
	r := []rune(local)
	if len(r) > 0 && local == strings.ToLower(local) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// isOneOf reports whether who, given by address, local name or display name,
// is in the list. An empty who always is.
func isOneOf(list []*mail.Address, who string) bool {
	who = strings.ToLower(strings.TrimSpace(who))
	if who == "" {
		return true
	}
	for _, a := range list {
		address := strings.ToLower(a.Address)
		local, _, _ := strings.Cut(address, "@")
		if who == address || who == local || strings.ToLower(a.Name) == who {
			return true
		}
	}
	return false
}
