package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"legomem/configs"
	"legomem/must"
	"legomem/orchestrator/dialogue"
	tg "legomem/orchestrator/taskgraph"
	"legomem/places"
	"legomem/trajectory"
)

// evilSession is a conversation in which an attacker has said and been told all that there
// is, in a domain that does no work.
func (w *hostileWorld) evilSession(id string) string {
	t := w.t
	data := must.Have(configs.DataDir(os.LookupEnv))(t)
	dir := string(places.Data(data).Session(id))
	must.Do(t, os.MkdirAll(dir, 0o700))
	now := func() time.Time { return time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC) }
	log := must.Have(trajectory.CreateSession(dir, id, trajectory.SessionOpened{User: evil, Now: now(), Zone: evil, Domain: "cart", Tenant: "local"}, now))(t)
	g := tg.New(tg.Soften)
	must.Do(t, log.Append(trajectory.TurnSaid{Turn: 1, Text: evil}))
	for _, op := range []tg.Operation{tg.Add{ID: "cart", Slot: "cart", Value: evil, User: evil}, tg.Add{ID: "item", Slot: "item", Value: evil, Status: tg.Done, Parents: []string{"cart"}, User: evil}} {
		report := must.Have(g.Apply(tg.Moment{Turn: 1, Time: now()}, op))(t)
		must.Do(t, log.Append(report.Event))
	}
	told := must.Have(json.Marshal(dialogue.Reply{Turn: 1, Said: evil, Told: evil, Graph: []string{evil}, Changes: []dialogue.Change{{ID: evil, Sentence: evil}},
		Question: &dialogue.Asked{Text: evil, Options: []string{evil}}}))(t)
	must.Do(t, log.Append(trajectory.TurnTold{Turn: 1, Told: told}))
	must.Do(t, log.Close())
	return id
}

func (w *hostileWorld) rowsOfChats() []rowsOf {
	of := w.evilSession
	svg := w.path("evil.svg")
	return []rowsOf{
		{"chat", []aRow{
			{args: []string{"chat", "--session", of("one")}, once: true},
			{args: []string{"chat", "--session", of("two"), "--json"}, once: true, unheard: "a turn says what was said in it"},
			{args: []string{"chat", "--session", "three", "--domain", evil}, code: exitUsage},
			{args: []string{"chat", "--session", "four", "--testbed", filepath.Join(w.path("nowhere"), evil)}, code: exitUsage},
			{args: []string{"chat", "--session", "../" + evil}, code: exitUsage},
			{args: []string{"chat", evil}, code: exitUsage},
		}},
		{"chat list", []aRow{{args: []string{"chat", "list"}}}},
		{"chat show", []aRow{{args: []string{"chat", "show", "one"}}, {args: []string{"chat", "show", evil}, code: exitUsage}}},
		{"chat resume", []aRow{{args: []string{"chat", "resume", "one"}, once: true}, {args: []string{"chat", "resume", evil}, code: exitUsage}}},
		{"graph", []aRow{
			{args: []string{"graph", "one"}},
			{args: []string{"graph", "one", "--format", "mermaid"}, page: true, once: true}, {args: []string{"graph", "one", "--format", "dot"}, page: true, once: true},
			{args: []string{"graph", "one", "--format", "events"}, once: true},
			{args: []string{"graph", "one", "--format", evil}, code: exitUsage, once: true},
			{args: []string{"graph", "one", "--svg", svg}, once: true, unheard: "it names the file"},
			{args: []string{"graph", "last"}, once: true},
			{args: []string{"graph", evil}, code: exitUsage},
		}},
		{"chat forget", []aRow{{args: []string{"chat", "forget", "one"}, once: true, unheard: "it names the session"}, {args: []string{"chat", "forget", evil}, code: exitUsage}}},
	}
}
