package contacts

import (
	"context"
	"fmt"

	"legomem/tools"
)

type deleteParams struct {
	Name string `json:"name" jsonschema:"the contact's name, first name or address" kind:"person"`
}

func deleteTool() tools.Tool {
	return tools.Unprompt(tools.Define("contacts.delete", "Take one person off the contacts, with all that is known of them there.",
		func(deleteParams) []tools.Effect { return tools.EditEffects(true, files...) }, runDelete))
}

func runDelete(_ context.Context, ws *tools.Workspace, p deleteParams) (tools.Result, error) {
	b, err := open(ws)
	if err != nil {
		return tools.Result{}, err
	}
	c, err := b.one(p.Name)
	if err != nil {
		return tools.Result{}, err
	}
	d := contactData{c, b.record(c), b.file}
	if err := b.remove(c.Row); err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Text: fmt.Sprintf("took %s off %s", c.text(), b.file), Data: d}, nil
}
