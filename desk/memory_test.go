package desk

import (
	"testing"

	"legomem/configs"
)

func TestMemoryLimits(t *testing.T) {
	l := memoryLimits(configs.Memory{K: 5, PerAgent: 2, Agents: []configs.AgentLimit{{Agent: "excel_agent", Limit: 7}}})
	if l.K != 5 || l.For("excel_agent") != 7 || l.For("word_agent") != 2 {
		t.Errorf("limits %+v", l)
	}
}
