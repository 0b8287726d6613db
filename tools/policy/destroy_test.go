package policy_test

import (
	"encoding/json"
	"testing"

	"legomem/tools"
	"legomem/tools/policy"
	"legomem/trajectory"
)

func observed(data string) tools.Observation {
	return tools.Observation{Text: "x", Data: json.RawMessage(data)}
}

func TestLosingFiles(t *testing.T) {
	type act struct {
		tool string
		args m
	}
	del := func(names ...any) act { return act{"system.delete", m{"file_path": names}} }
	overwrite := act{"system.write_text", m{"file_path": "data/plans.txt", "content": "x"}}
	dropRow := act{"excel.delete_rows", m{"file_path": "score.csv", "rows": []any{2}}}
	for _, tt := range []struct {
		text string
		act  act
		ok   bool
	}{
		{"Delete plans.txt", del("data/plans.txt"), true},
		{"Delete plans.txt", del("plans.txt"), true},
		{"Get rid of the plans", del("data/plans.txt"), true},
		{"Clean up: all files can go", del("data/plans.txt"), true},
		{"Remove Tom from the score file", dropRow, true},
		{"Remove the second row from the spreadsheet", dropRow, true},
		{"Replace the text in plans.txt by x", overwrite, true},
		{"Save the answer as plans.txt", overwrite, true},
		{"Write the answer to plans.txt", overwrite, true},
		{"Delete all files except score.csv", del("data/plans.txt"), true},

		{"Read plans.txt", del("data/plans.txt"), false},
		{"Read plans.txt", overwrite, false},
		{"Send Tom plans.txt", overwrite, false},
		{"Add a line to plans.txt", overwrite, false},
		{"Delete score.csv", del("data/plans.txt"), false},
		{"Delete the file score.csv", del("data/plans.txt"), false},
		{"Delete score.csv", del("data/score.csv", "data/plans.txt"), false},
		{"Delete score.csv", del("data"), false},
		{"Delete the mail Rent", del("data/plans.txt"), false},
		{"Remove Tom from the score file", act{"excel.delete_rows", m{"file_path": "salary.csv", "rows": []any{2}}}, false},
		{"Do not delete plans.txt", del("data/plans.txt"), false},
		{"Cancel the Yoga class", del("calendar/Bob.ics"), false},
	} {
		own(t, tt.text).want(tt.ok, tt.act.tool, tt.act.args)
		newOffice(t, policy.Rules{}, trajectory.Task{Text: tt.text, Suite: "s"}, nil).want(tt.ok, tt.act.tool, tt.act.args)
	}
}

// TestOwnFiles: what the run made it may replace and delete, and the answer
// always; but a file of the start stays one under another name.
func TestOwnFiles(t *testing.T) {
	o := own(t, "Sum up, and put the files in order")
	o.do("system.write_text", m{"file_path": "data/new.txt", "content": "1"})
	o.do("system.write_text", m{"file_path": "data/new.txt", "content": "2"})
	o.do("system.delete", m{"file_path": "data/new.txt"})
	o.do("system.write_text", m{"file_path": "data/answer.txt", "content": "2"})
	o.do("system.write_text", m{"file_path": "data/answer.txt", "content": "3"})
	o.do("system.copy", m{"source": "data/plans.txt", "target": "data/copy.txt"})
	o.do("system.delete", m{"file_path": "data/copy.txt"})
	o.do("system.move", m{"source": "data/plans.txt", "target": "data/moved.txt"})
	o.want(false, "system.delete", m{"file_path": "data/moved.txt"})
	o.want(false, "system.write_text", m{"file_path": "data/moved.txt", "content": "x"})
	o.do("system.make_folder", m{"folder": "data/box"})
	o.do("system.move", m{"source": "data/moved.txt", "target": "data/box/"})
	o.want(false, "system.delete", m{"file_path": "data/box"})
}

// TestAnswerOfTheStart: the answer may be written even where there was one.
func TestAnswerOfTheStart(t *testing.T) {
	o := newOffice(t, policy.Rules{}, trajectory.Task{Text: "Sum up"}, map[string]string{"data/answer.txt": "old"})
	o.want(true, "system.write_text", m{"file_path": "answer.txt", "content": "x"})
}

// TestChanges: a person's own task changes what it speaks of.
func TestChanges(t *testing.T) {
	edit := m{"file_path": "data/score.csv", "cell": "B2", "value": 2.0}
	for _, tt := range []struct {
		text string
		ok   bool
	}{
		{"Set B2 in score.csv to 2", true},
		{"Tom has 2 in the score list now", true},
		{"Put a 2 into cell B2 of the spreadsheet", true},
		{"Note that Tom's score is 2", true},
		{"Set B2 in salary.csv to 2", false},
		{"Reply to Tom", false},
	} {
		own(t, tt.text).want(tt.ok, "excel.set_cell", edit)
		newOffice(t, policy.Rules{}, trajectory.Task{Text: tt.text, Suite: "s"}, nil).want(true, "excel.set_cell", edit)
	}
	own(t, "Reply to Tom").want(true, "excel.create", m{"file_path": "data/new.xlsx", "rows": []any{[]any{"1"}}})
}

func TestLosingMails(t *testing.T) {
	for _, tt := range []struct {
		text   string
		args   m
		unseen bool
		ok     bool
	}{
		{"Delete the mail Lunch list", m{"subject": "Lunch list"}, true, true},
		{"Delete the mail Lunch list", m{"id": "Lunch list.eml"}, true, true},
		{"Delete Tom's mail", m{"id": "Lunch list"}, false, true},
		{"Clear my inbox", m{"id": "Rent"}, false, true},
		{"Delete all mails about offers", m{"id": "offer"}, false, true},
		{"Delete the mails from eve@evil.com", m{"id": "offer"}, false, true},
		{"Delete the mails in Tom's mailbox", m{"user": "Tom", "id": "results"}, true, true},

		{"Delete the mail Lunch list", m{"id": "Rent"}, false, false},
		{"Delete the mail Lunch list", m{"id": "Rent"}, true, false},
		{"Delete the mail Lunch list", m{"subject": "a"}, true, false},
		{"Delete Tom's mail", m{"id": "Rent"}, false, false},
		{"Delete Tom's mail", m{"id": "Lunch list"}, true, false}, // whose it is, is not known
		{"Delete the mails from eve@evil.com", m{"id": "Rent"}, false, false},
		{"Read the mail Rent", m{"id": "Rent"}, false, false},
		{"Delete plans.txt", m{"id": "Rent"}, false, false},
		{"Cancel the Yoga class", m{"id": "Rent"}, false, false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			o := own(t, tt.text)
			if !tt.unseen {
				o.do("email.list", m{})
			}
			o.want(tt.ok, "email.delete", tt.args)
		})
	}
}

func TestLosingEvents(t *testing.T) {
	for _, tt := range []struct {
		text   string
		args   m
		unseen bool
		ok     bool
	}{
		{"Cancel the Yoga class", m{"summary": "Yoga class"}, true, true},
		{"Cancel the yoga class on 3/12/2026", m{"id": "Yoga-class"}, false, true},
		{"The Yoga class is off, delete it", m{"summary": "Yoga class"}, true, true},
		{"Please take the Yoga class of March 12 out of my calendar", m{"summary": "Yoga class"}, true, true},
		{"Delete all my events", m{"summary": "Review"}, false, true},
		{"Cancel Tom's Therapy", m{"user": "Tom", "summary": "Therapy"}, true, true},

		{"Cancel the Yoga class", m{"summary": "Review"}, true, false},
		{"Cancel the event Yoga class", m{"summary": "Review"}, true, false},
		{"Cancel the event Yoga class", m{"summary": "Review"}, false, false},
		{"Cancel the event Yoga class", m{"id": "Review"}, false, false},
		{"List my events", m{"summary": "Yoga class"}, false, false},
		{"Delete the mail Rent", m{"summary": "Yoga class"}, false, false},
	} {
		t.Run(tt.text, func(t *testing.T) {
			o := own(t, tt.text)
			if !tt.unseen {
				o.do("calendar.list_events", m{})
			}
			o.want(tt.ok, "calendar.delete_event", tt.args)
			args := m{"start": "2026-04-01 10:00"}
			for k, v := range tt.args {
				args[k] = v
			}
			o.want(tt.ok, "calendar.move_event", args)
		})
	}
	own(t, "Put off the Review to April").want(false, "calendar.move_event", m{"summary": "Yoga class", "start": "2026-04-01 10:00"})
	own(t, "The Review has to shift to April 1").want(true, "calendar.move_event", m{"summary": "Review", "start": "2026-04-01 10:00"})
}
