package desk

import (
	"context"

	"legomem/reading"
	"legomem/skills"
	"legomem/tools/value"
)

// Read is how a sentence is read: what it asks for, and how sure that is.
type Read struct {
	Text string `json:"text"`
	// Skill is what it asks for, as likely as Confidence says (0 to 1); "" for nothing.
	Skill      string      `json:"skill"`
	Confidence float64     `json:"confidence"`
	Known      bool        `json:"known"` // a wording has all words but the values
	Slots      []ReadSlot  `json:"slots"`
	LeftOver   []string    `json:"left_over"` // words that nothing accounts for
	Missing    []string    `json:"missing"`   // slots that need a value
	Others     []ReadOther `json:"others"`    // what else it may ask for
	Does       string      `json:"does,omitempty"`
}

// ReadSlot is a value of a sentence, at Start to End in bytes.
type ReadSlot struct {
	Name  string     `json:"name"`
	Kind  value.Kind `json:"kind"`
	Text  string     `json:"text"`
	Value string     `json:"value,omitempty"`
	Start int        `json:"start"`
	End   int        `json:"end"`
}

// ReadOther is another skill that a sentence may ask for.
type ReadOther struct {
	Skill      string  `json:"skill"`
	Confidence float64 `json:"confidence"`
}

// likely is the confidence below which a sentence is taken to ask for nothing known.
const likely = 0.2

// Reader reads sentences that may ask for the everyday skills.
type Reader struct {
	*reading.Reader
	reference value.Reference
	does      map[string]string
}

// NewReader makes a reader with the program's model. Dates are read as a run would read
// them now.
func (d *Desk) NewReader() (*Reader, error) {
	library, err := skills.All()
	if err != nil {
		return nil, err
	}
	model, err := reading.Shipped()
	if err != nil {
		return nil, err
	}
	r := &Reader{reference: value.Reference{Now: d.Now(), DayFirst: d.config.Dates.DayFirst()}, does: map[string]string{}}
	for _, s := range library.Skills {
		r.does[s.ID] = s.Does
	}
	prepared, err := library.Prepared()
	if err != nil {
		return nil, err
	}
	r.Reader = prepared.Reader(model, r.reference)
	return r, nil
}

// Sentence reads one sentence.
func (r *Reader) Sentence(ctx context.Context, text string) (Read, error) {
	s, err := reading.NewSentence(text, r.reference, nil)
	if err != nil {
		return Read{}, BadInput("%w", err)
	}
	out := Read{Text: text, Slots: []ReadSlot{}, LeftOver: []string{}, Missing: []string{}, Others: []ReadOther{}}
	readings, err := r.Read(ctx, s)
	if err != nil {
		return Read{}, err
	}
	for i, one := range readings {
		if one.Confidence < likely {
			continue
		}
		if i == 0 {
			out.take(one)
			out.Does = r.does[one.Skill.ID]
			continue
		}
		out.Others = append(out.Others, ReadOther{one.Skill.ID, one.Confidence})
	}
	return out, nil
}

// take makes a reading the sentence's.
func (out *Read) take(one reading.Reading) {
	out.Skill, out.Confidence, out.Known = one.Skill.ID, one.Confidence, one.Known
	out.LeftOver = append(out.LeftOver, one.LeftOver...)
	for _, v := range one.Values {
		out.Slots = append(out.Slots, ReadSlot{Name: v.Slot, Kind: v.Kind, Text: v.Text, Value: v.Canon, Start: v.Start, End: v.End})
	}
	for _, slot := range one.Missing {
		out.Missing = append(out.Missing, slot.Name)
	}
}
