package policy

import "legomem/tools"

// forgery keeps mailboxes and calendars from being changed in other ways than by the email
// and calendar tools: a file put into a mailbox can bear anybody's name, and a mailbox
// that is moved away is more than the mails in it. Reading is no change: a mail's file
// may be copied out.
func forgery(c *call) error {
	for _, e := range c.effects {
		p := placeOf(e.Target)
		if e.Class != tools.Write || p.kind != "file" || p.box == "" {
			continue
		}
		if p.box == "calendar" {
			return refusef("%s is refused: %s is in the calendars, which the calendar tools alone change; use those", c.tool, p.name)
		}
		return refusef("%s is refused: %s is in the mailboxes, which the email tools alone change: mails come by being sent, and go by email.delete", c.tool, p.name)
	}
	return nil
}
