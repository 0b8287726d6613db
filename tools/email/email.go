// Package email keeps the office's mailboxes: emails/<user>/<subject>.eml in
// the testbed, one file per mail. A mail that is sent is written into the
// mailboxes of the sender and of each recipient, and reaches nobody outside.
//
// A mailbox is named after its user's local name: the part of an address before
// the @, whatever the domain. A mail's id is its file's name in the mailbox,
// "scheduled meeting.eml"; it does not change while the mail is there. A mailbox may
// have folders, emails/<user>/<folder>/<subject>.eml; the id of a mail in one is
// "Archive/scheduled meeting.eml". The file
// is named after the subject: what file names can't hold becomes "_", and a
// different mail whose name is taken gets "name (2).eml". A subject spelled as a
// file ("revenues.eml") loses the suffix.
//
// A mail's date comes from its header or, in the office's older mails, from a
// line "Sent at: 2024-04-02 10:00:00" in the body.
//
// Start with Tools. Mails are read in letter.go, written in compose.go, filed
// in mailbox.go, put into folders in folder.go and move.go, counted in count.go. Whose
// mailbox may be read, and who sends, is decided in tools/policy.
package email

import (
	"strings"

	"legomem/tools"
)

// Tools returns the email tools, the evaluators' hidden one included.
func Tools() []tools.Tool {
	return []tools.Tool{
		sendTool(), listTool(), readTool(), searchTool(), replyTool(), forwardTool(),
		moveTool(), deleteTool(), saveAttachmentTool(), inspectTool(), reviewTool(),
	}
}

// mailbox names a mailbox for the policy.
func mailbox(class tools.Class, user string) tools.Effect {
	return tools.PersonEffect(class, "mailbox", user)
}

// deletes are the effects of finding a mail and deleting it.
func deletes(user string) []tools.Effect {
	write := mailbox(tools.Write, user)
	write.Destroys = true
	return []tools.Effect{mailbox(tools.Read, user), write}
}

// sendsTo is the effect of sending a mail to someone.
func sendsTo(whom string) tools.Effect {
	return tools.Effect{Class: tools.Send, Target: "recipient:" + whom}
}

// sends are the effects of a mail: the sender's own copy, and each recipient.
func sends(domain, sender string, to ...[]string) []tools.Effect {
	out := []tools.Effect{mailbox(tools.Write, sender)}
	for _, group := range to {
		people, err := recipients(domain, group)
		if err != nil { // the call itself will be refused, and says why
			out = append(out, sendsTo(strings.Join(group, ", ")))
			continue
		}
		for _, p := range people {
			out = append(out, sendsTo(p.Address))
		}
	}
	return out
}
