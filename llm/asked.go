package llm

import "encoding/json"

// transportFields of a request say how an answer is to come, or what a server must make a
// model do, and nothing to the model: a recording answers whatever they are.
var transportFields = []string{"tool_choice", "stream", "stream_options"}

// asked is what a recording compares of a request: its JSON in canonical form, without
// what is of the transport, and with a type written at every node of a tool's schema, as
// it is sent now and was not always.
func asked(body []byte) []byte {
	v, err := decodeJSON(body)
	if err != nil {
		return body
	}
	request, isObject := v.(map[string]any)
	if !isObject {
		return canonical(body)
	}
	for _, name := range transportFields {
		delete(request, name)
	}
	tools, _ := request["tools"].([]any)
	for _, one := range tools {
		tool, _ := one.(map[string]any)
		function, _ := tool["function"].(map[string]any)
		if function["parameters"] != nil {
			function["parameters"] = typedNode(function["parameters"], false, anyType)
		}
	}
	out, err := json.Marshal(request)
	if err != nil {
		return canonical(body)
	}
	return canonical(out)
}
