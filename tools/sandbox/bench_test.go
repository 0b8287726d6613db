package sandbox_test

import (
	"testing"

	"legomem/tools"
	"legomem/tools/sandbox"
	"legomem/tools/sandbox/conformance"
)

func BenchmarkLocal(b *testing.B) {
	bench(b, local(b.TempDir())(b, conformance.Good))
}

func BenchmarkDocker(b *testing.B) {
	e := engine(b)
	binary := static(b)
	b.Cleanup(func() { removeImages(b, e, binary) })
	bench(b, docker(e, binary)(b, conformance.Good))
}

func bench(b *testing.B, l sandbox.Launcher) {
	b.Run("call", func(b *testing.B) {
		sb := open(b, l, "")
		echo := tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}}
		for b.Loop() {
			if obs, err := sb.Call(b.Context(), echo); err != nil || obs.Text != "x" {
				b.Fatal(obs, err)
			}
		}
	})
	b.Run("open and close", func(b *testing.B) {
		for b.Loop() {
			sb, err := l.Open(b.Context(), sandbox.Spec{})
			if err != nil {
				b.Fatal(err)
			}
			if err := sb.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
