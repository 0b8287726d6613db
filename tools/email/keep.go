package email

import (
	"context"
	"fmt"
	"strings"

	"legomem/tools"
)

type saveArgs struct {
	User    string `json:"user,omitempty" jsonschema:"whose; default yours" kind:"person"`
	ID      string `json:"id,omitempty" jsonschema:"the mail's id"`
	Subject string `json:"subject,omitempty" jsonschema:"or its subject" kind:"phrase"`
	Name    string `json:"name,omitempty" jsonschema:"the attachment's name, if there are several" kind:"file"`
	Target  string `json:"target,omitempty" jsonschema:"save as; default its name, under data/" kind:"file"`
}

func saveAttachmentTool() tools.Tool {
	return tools.Define("email.save_attachment",
		"Save a mail's attachment as a file; an existing one is not overwritten.",
		func(a saveArgs) []tools.Effect {
			return append([]tools.Effect{mailbox(tools.Read, a.User)}, tools.WriteEffects(false, a.targets()...)...)
		}, saveAttachment)
}

// targets are the paths where the attachment may go. The target given may be a
// folder; the attachment's name in it never contains a folder itself.
func (a saveArgs) targets() []string {
	name := safeName(a.Name, "*")
	switch target, err := tools.CleanPath(a.Target); {
	case err != nil:
		return []string{a.Target}
	case target == ".":
		return []string{"data/" + name}
	default:
		return []string{target, target + "/" + name}
	}
}

// saved is email.save_attachment's data.
type saved struct {
	File string `json:"file"`
	Name string `json:"name"`
	Size int    `json:"size"` // bytes
}

func saveAttachment(_ context.Context, ws *tools.Workspace, a saveArgs) (tools.Result, error) {
	l, _, err := pick(ws, a.User, a.ID, a.Subject)
	if err != nil {
		return tools.Result{}, err
	}
	f, err := l.attachment(a.Name)
	if err != nil {
		return tools.Result{}, err
	}
	target, err := ws.Clean(a.Target)
	if err != nil {
		return tools.Result{}, err
	}
	if target == "." {
		target = "data/" + f.name
	} else if info, err := ws.Stat(target); err == nil && info.IsDir() {
		target += "/" + f.name
	}
	if ws.Exists(target) {
		return tools.Result{}, tools.Failf(tools.Exists, "%s is there already; give another target", target)
	}
	if err := ws.WriteFile(target, f.data); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("Saved %s of %s as %s (%d bytes)", f.name, l.id, target, len(f.data)),
		Data: saved{target, f.name, len(f.data)}}, nil
}

// attachment finds one attachment: by its name, or the only one.
func (l *letter) attachment(name string) (attachment, error) {
	var fits []attachment
	for _, a := range l.attachments {
		if name == "" || strings.EqualFold(a.name, strings.TrimSpace(name)) {
			fits = append(fits, a)
		}
	}
	has := strings.Join(l.show(false).Attachments, ", ")
	switch {
	case has == "":
		return attachment{}, tools.Failf(tools.NotFound, "%s has no attachments", l.path)
	case len(fits) == 0:
		return attachment{}, tools.Failf(tools.NotFound, "%s has no attachment %s; it has: %s", l.path, name, has)
	case len(fits) > 1:
		return attachment{}, tools.Failf(tools.Ambiguous, "%s has several attachments; give the name of one: %s", l.path, has)
	case fits[0].broken:
		return attachment{}, tools.Failf(tools.Corrupt, "%s: the attachment %s cannot be decoded", l.path, fits[0].name)
	}
	return fits[0], nil
}
