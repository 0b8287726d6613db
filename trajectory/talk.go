package trajectory

// Talk is where a task stands in a conversation: what its own text does not say.
type Talk struct {
	// Said are the user's own words in earlier turns that the task rests on: whoever they
	// name is named by the user.
	Said []string `json:"said,omitempty"`
	// Context is what matters of the conversation's working memory, for a model.
	Context string `json:"context,omitempty"`
	// Skill is what is asked for, with its values, where the conversation knows it; "" where
	// the text is to be read.
	Skill  string      `json:"skill,omitempty"`
	Values []TalkValue `json:"values,omitempty"`
	// TakesBack are the runs, in their order, whose changes are taken back in the copy before
	// the work begins: it is done anew.
	TakesBack []string `json:"takes_back,omitempty"`
}

// TalkValue is a slot's value as a conversation has it: as the user spelled it, and in its
// canonical form where that is known.
type TalkValue struct {
	Slot  string `json:"slot"`
	Text  string `json:"text"`
	Canon string `json:"canon,omitempty"`
}
