package desk

import (
	"context"
	"slices"

	"legomem/agents/reflex"
	"legomem/changes"
	"legomem/consent"
	"legomem/lists"
)

// standing are the grants that stand for who did the run.
func (a *applying) standing(ctx context.Context) ([]consent.Grant, error) {
	if !a.acting.Practised || a.acting.FromRows {
		return nil, nil
	}
	all, err := a.desk.Grants(ctx)
	if err != nil {
		return nil, err
	}
	ours := lists.Filter(all, func(g GrantDescription) bool { return g.State == GrantStanding && g.Procedure == a.acting.Unit })
	return lists.Map(ours, func(g GrantDescription) consent.Grant { return g.Grant }), nil
}

// use notes the grants that the commit relies on, unless one was revoked meanwhile.
func (a *applying) use(ctx context.Context) error {
	if len(a.verdict.Grants) == 0 {
		return nil
	}
	book, err := a.desk.book()
	if err != nil {
		return err
	}
	return bookError(book.Use(ctx, a.run.ID, a.verdict.Grants))
}

// granting is the grant for what was agreed to; nil for a reply that is no "always".
func (a *applying) granting(ctx context.Context, reply consent.Reply, agreed []changes.Change) (*consent.Grant, error) {
	if reply != consent.Always {
		return nil, nil
	}
	constants, err := a.constants()
	if err != nil {
		return nil, err
	}
	task := a.run.Started.Task
	g, err := consent.NewGrant(consent.Granting{Acting: a.acting, Run: a.run.ID, Tenant: a.desk.config.Memory.Tenant,
		Sentence: task.Text, Changes: agreed, Constants: constants,
		Own: append([]string{task.User}, a.desk.addressesOf(task)...), Domain: task.OfficeDomain()}, "g-"+a.desk.newID(), a.desk.Now())
	if err != nil {
		return nil, bookError(err)
	}
	now, err := a.desk.describeGrants(ctx, []consent.Grant{g})
	if err != nil {
		return nil, err
	}
	if s := now[0].State; s != GrantStanding {
		return nil, BadInput("the grant for run %s would be %s. Answer yes instead", a.run.ID, s)
	}
	return &g, nil
}

// constants are the texts that the procedure which was played gives to its actions every
// time; none where none was.
func (a *applying) constants() ([]string, error) {
	if a.acting.Unit == "" || a.run.Bound == nil {
		return nil, nil
	}
	procedure, err := reflex.Decode(a.run.Bound.Procedure)
	if err != nil {
		return nil, err
	}
	return procedure.Constants(), nil
}

// without are the changes that were asked about, without those that are left out.
func (a *applying) without(left []consent.Other) []changes.Change {
	return lists.Filter(a.list.Changes, func(c changes.Change) bool {
		asked := slices.ContainsFunc(a.verdict.Asked, func(q consent.Asked) bool { return q.ID == c.ID })
		return asked && !slices.ContainsFunc(left, func(l consent.Other) bool { return l.ID == c.ID })
	})
}

// keep writes down what was agreed to: a grant, or else the targets, which are known from
// then on. A grant makes nothing known, so that without it all is asked again.
func (a *applying) keep(ctx context.Context, agreed []changes.Change, g *consent.Grant) error {
	book, err := a.desk.book()
	if err != nil {
		return err
	}
	if g != nil {
		return bookError(book.Grant(ctx, *g))
	}
	var targets []changes.Target
	for _, c := range agreed {
		targets = append(targets, c.Targets...)
	}
	return bookError(book.Confirm(ctx, a.run.ID, targets))
}
