package configs

import (
	"fmt"
	"net/mail"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// CheckOffice refuses an office, a user or a domain that no run could use.
func (c Config) CheckOffice() error {
	if c.Office != "" && !filepath.IsAbs(c.Office) {
		return fmt.Errorf("office is %q; accepted: a folder's absolute path, such as /home/ann/office, or nothing", c.Office)
	}
	if strings.ContainsAny(c.User.Name, `/\@<>`) || strings.HasPrefix(c.User.Name, ".") || strings.ContainsFunc(c.User.Name, unicode.IsControl) {
		return fmt.Errorf("user.name is %q; accepted: a name that a folder can have, such as Ann, or nothing", c.User.Name)
	}
	for _, a := range c.User.Addresses {
		if !IsAddress(a) {
			return fmt.Errorf("user.addresses: %q is no address; accepted: addresses such as ann@example.com", a)
		}
	}
	if !domain.MatchString(c.Domain) {
		return fmt.Errorf("domain is %q; accepted: a mail domain, such as example.com", c.Domain)
	}
	return nil
}

// IsAddress reports whether a text is an address and nothing else.
func IsAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Name == "" && a.Address == text
}

// domain matches what stands behind the @ of an address.
var domain = regexp.MustCompile(`^[\pL\pN]([\pL\pN-]*[\pL\pN])?(\.[\pL\pN]([\pL\pN-]*[\pL\pN])?)*$`)
