package officebench

import "legomem/tools"

// WriteAnswer is the action that puts a run's final answer where the suite's checks look
// for it, replacing what is there.
func WriteAnswer(answer string) tools.Action {
	return tools.Action{Tool: "system.write_text", Args: map[string]any{"file_path": "data/answer.txt", "content": answer}}
}
