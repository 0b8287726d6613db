package desk

import (
	"legomem/agents"
	"legomem/consent"
	"legomem/places"
	"legomem/trajectory"
)

// goneOn takes in what became of a row that asked: the run that goes on with the answer,
// if there is one.
func (b *batch) goneOn(key string, r *rowPast) error {
	id, err := lastOf(b.runs, r.run)
	if err != nil || id == r.run {
		return err
	}
	end, ended, err := endIn(b.runs, id)
	if err != nil {
		return err
	}
	if r.run = id; !ended {
		r.begun = true
		return nil
	}
	end.Row, end.Time = key, b.desk.Now().UTC()
	b.found = append(b.found, end)
	return nil
}

// lastOf is the last run that goes on from one; itself where none does.
func lastOf(runs places.Runs, id string) (string, error) {
	for range agents.MaxQuestions {
		_, last, err := consent.Open(runs.Run(id))
		if err != nil || last == nil || last.Run == "" {
			return id, err
		}
		id = last.Run
	}
	return id, nil
}

// asking is the question that a row's last run still asks before it acts; nil where there
// is none.
func (b *batch) asking(past *rowPast) *consent.Question {
	if past.begun || past.outcome != trajectory.Asked {
		return nil
	}
	q, _, err := consent.Open(b.runs.Run(past.run))
	if err != nil || q == nil || !q.First() {
		return nil // it is asked anew
	}
	return q
}

// asks is the report of a row that asks before it acts.
func asks(d RowReport, q *consent.Question) RowReport {
	d.Status, d.Question = RowAsked, q
	if q != nil {
		d.Run, d.Reason = q.Run, asksIn(*q)
	}
	return d
}

// answered gives the order of a row what was answered to its earlier runs.
func (b *batch) answered(o Order, past *rowPast) Order {
	if past.run == "" {
		return o
	}
	run, err := trajectory.Open(string(b.runs.Run(past.run)))
	if err != nil {
		return o // it is gone, or tells nothing: the row asks anew
	}
	o.Task.Answers, o.goesOnFrom = run.Started.Task.Answers, run.Started.GoesOnFrom
	_, last, err := consent.Open(b.runs.Run(past.run))
	if err != nil || run.Questioned == nil || last == nil || last.Told == nil {
		return o
	}
	o.Task.Answers, o.goesOnFrom = exchanges(run, *last.Told), run.ID
	return o
}
