//go:build linux

package attacks

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"legomem/tools"
	"legomem/tools/apps"
	"legomem/tools/sandbox"
	"legomem/tools/value"
)

// pathsRefused calls every tool that takes a path with each of these in its
// place.
func pathsRefused(paths ...string) func(*victim) {
	return func(v *victim) {
		tried, refused := 0, 0
		for _, t := range apps.Registry().All() {
			for _, parameter := range pathParameters(t) {
				for _, p := range paths {
					obs := v.call(t.Name, with(t, parameter, p))
					tried++
					if obs.Code == tools.Refused {
						refused++
					}
					if !obs.Failed && !strings.Contains(t.Name, "find") && !strings.Contains(t.Name, "list") {
						v.Errorf("%s with %s %q succeeded: %.200s", t.Name, parameter, p, obs.Text)
					}
				}
			}
		}
		// The others fail for another reason first, such as a file to convert
		// that is not there.
		if tried < 40*len(paths) || refused < tried/2 {
			v.Errorf("%d tries, of which %d were refused for the path itself", tried, refused)
		}
	}
}

// absolutePaths: a rooted path means the testbed's root, and nothing of the host.
func absolutePaths(v *victim) {
	for _, t := range apps.Registry().All() {
		for _, parameter := range pathParameters(t) {
			for _, p := range []string{v.host.canary, "/etc/hostname", "/proc/self/environ"} {
				v.call(t.Name, with(t, parameter, p)) // checks that the secret is not in what returns
			}
		}
	}
}

// pathParameters are a tool's arguments that name files or folders.
func pathParameters(t tools.Tool) []string {
	var out []string
	for name := range t.Schema.Properties {
		if t.Kinds[name] == value.File || slices.Contains([]string{"folder", "path", "target", "to", "from", "source"}, name) && t.Kinds[name] == "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// with fills a tool's required arguments in, and one of them with a path.
func with(t tools.Tool, parameter, path string) map[string]any {
	args := map[string]any{}
	for _, name := range t.Schema.Required {
		args[name] = filler(t.Schema.Properties[name])
	}
	args[parameter] = any(path)
	if t.Schema.Properties[parameter].Type == "array" {
		args[parameter] = []any{path}
	}
	return args
}

func filler(s *jsonschema.Schema) any {
	switch s.Type {
	case "array":
		return []any{filler(s.Items)}
	case "number", "integer":
		return 1.0
	case "boolean":
		return true
	case "object":
		return map[string]any{}
	}
	return "1"
}

func userPaths(v *victim) {
	for _, user := range []string{"../../escape", "/etc/passwd", "..", "a/../../b", "x\x00y", "x\ny", ".hidden"} {
		v.fails("email.list", map[string]any{"user": user}, tools.Refused, tools.BadArguments)
		v.fails("calendar.create_event", map[string]any{"user": user, "summary": "s", "start": "2026-03-12 10:00:00"}, tools.Refused, tools.BadArguments)
		v.fails("email.send", map[string]any{"to": []any{user}, "subject": "s", "content": "c"}, tools.Refused, tools.BadArguments)
	}
}

func subjectPath(v *victim) {
	for _, subject := range []string{"../../escape", "/etc/cron.d/escape", `..\..\escape`, "a/b/c"} {
		v.call("email.send", map[string]any{"to": []any{"Bob"}, "subject": subject, "content": "c"})
	}
	for p := range v.takeOut() {
		if strings.Count(p, "/") > 2 || (strings.HasPrefix(p, "emails/") && strings.Contains(p, "escape/")) {
			v.Errorf("a subject made the file %s", p)
		}
	}
}

func attachmentPath(v *victim) {
	obs := v.call("email.save_attachment", map[string]any{"subject": "report"})
	for p := range v.takeOut() {
		if strings.HasSuffix(p, "escape.sh") && !strings.HasPrefix(p, "data/") {
			v.Errorf("the attachment became %s (%s)", p, obs.Text)
		}
	}
}

func longName(v *victim) {
	v.fails("system.write_text", map[string]any{"file_path": "data/" + strings.Repeat("n", 5000), "content": "x"})
	v.fails("system.make_folder", map[string]any{"folder": strings.Repeat("n/", 5000)})
}

// deepTree: what is too deep does not come out, and says so.
func deepTree(v *victim) {
	v.call("attack.deep", map[string]any{"number": 300.0})
	if err := v.sb.CopyOut(v.Context(), v.host.out); err == nil || !strings.Contains(err.Error(), "deep") {
		v.Errorf("copy out: %v, want a refusal of the depth", err)
	}
}

// strangeNames: what the workspace would refuse does not come out either.
func strangeNames(v *victim) {
	for _, name := range []string{"data/a\nb", "data/a\x1b[31mb", `data/a\b`, "data/.legomem-x"} {
		v.call("attack.name", map[string]any{"path": name})
	}
	err := v.sb.CopyOut(v.Context(), v.host.out)
	for p := range tree(v.T, filepath.Dir(v.host.out)) {
		if strings.ContainsAny(p, "\n\x1b\\") || strings.Contains(p, "/.legomem") {
			v.Errorf("came out: %q", p)
		}
	}
	if err == nil {
		v.Error("the names came out without a word")
	}
}

func plantedLink(v *victim) {
	for _, to := range []string{v.host.canary, "/etc/passwd", "../../../../../../etc/passwd"} {
		v.call("attack.symlink", map[string]any{"path": "data/link.txt", "to": to})
		v.fails("system.read_text", map[string]any{"file_path": "data/link.txt"}, tools.Refused)
		v.fails("system.write_text", map[string]any{"file_path": "data/link.txt", "content": "x"}, tools.Refused)
		v.fails("email.send", map[string]any{"to": []any{"Bob"}, "subject": "s", "content": "c", "attachments": []any{"data/link.txt"}}, tools.Refused)
		v.call("system.delete", map[string]any{"file_path": []any{"data/link.txt"}})
	}
	v.call("attack.symlink", map[string]any{"path": "data/again.txt", "to": v.host.canary})
	if _, there := v.takeOut()["data/again.txt"]; there {
		v.Error("a link came out")
	}
}

func plantedFolder(v *victim) {
	v.call("attack.symlink", map[string]any{"path": "data/folder", "to": v.host.base})
	v.fails("system.write_text", map[string]any{"file_path": "data/folder/escape.txt", "content": "x"}, tools.Refused)
	v.fails("system.read_text", map[string]any{"file_path": "data/folder/home/canary.txt"}, tools.Refused, tools.NotFound)
	v.fails("excel.create", map[string]any{"file_path": "data/folder/escape.xlsx", "rows": []any{[]any{"a"}}}, tools.Refused)
	v.fails("system.copy", map[string]any{"source": []any{"data/a.txt"}, "target": "data/folder/escape.txt"})
	v.call("attack.symlink", map[string]any{"path": "emails/Bob", "to": v.host.base})
	v.fails("email.send", map[string]any{"to": []any{"Bob"}, "subject": "s", "content": "c"})
	if _, there := v.takeOut()["data/folder"]; there {
		v.Error("a link came out")
	}
}

// hardLink: a container has another file system, and Landlock refuses the link.
func hardLink(v *victim) {
	obs := v.call("attack.hardlink", map[string]any{"path": "data/hard.txt", "to": v.host.canary})
	if !obs.Failed && landlocked(v) {
		v.Errorf("a hard link to the host's file was made: %s", obs.Text)
	}
	v.takeOut() // h.clean sees whether the secret came with it
}

func pipe(v *victim) {
	v.call("attack.fifo", map[string]any{"path": "data/pipe.txt"})
	v.fails("system.read_text", map[string]any{"file_path": "data/pipe.txt"}, tools.Refused)
	v.fails("system.write_text", map[string]any{"file_path": "data/pipe.txt", "content": "x"}, tools.Refused)
	v.call("system.find_file", map[string]any{"name": "pipe"})
	if _, there := v.takeOut()["data/pipe.txt"]; there {
		v.Error("a pipe came out")
	}
}

func device(v *victim) {
	obs := v.call("attack.device", map[string]any{"path": "data/device.txt"})
	if !obs.Failed && (v.kind != onLocal || landlocked(v)) {
		v.Error("a device was made")
	}
	if _, there := v.takeOut()["data/device.txt"]; there {
		v.Error("a device came out")
	}
}

func setUserID(v *victim) {
	v.call("attack.setuid", map[string]any{"path": "data/tool"})
	v.takeOut()
	info, err := os.Stat(v.host.out + "/data/tool")
	if err != nil || info.Mode() != 0o600 {
		v.Errorf("it came out as %v, %v; want a plain file of mode 0600", info, err)
	}
}

// flipping: whichever it is when it is read, the host's file does not come out.
func flipping(v *victim) {
	v.call("attack.flip", map[string]any{"path": "data/flip.txt", "to": v.host.canary})
	for i := range 20 {
		out := fmt.Sprintf("%s-%d", v.host.out, i)
		// A file that is gone when it is asked for is an error; one that changes
		// its size ends the sandbox.
		err := v.sb.CopyOut(v.Context(), out)
		for p, said := range tree(v.T, v.host.base+"/run") {
			if strings.Contains(said, secret) {
				v.Fatalf("%s carries the secret", p)
			}
		}
		if errors.Is(err, sandbox.ErrBroken) {
			return
		}
		v.call("system.read_text", map[string]any{"file_path": "data/flip.txt"})
	}
}

func landlocked(v *victim) bool {
	st, err := (&sandbox.Local{Dir: v.host.work}).Status(v.Context())
	return err == nil && st.Landlock > 0
}

// breaches is a hostile tool that goes over a limit.
func breaches(limit, tool, path string) func(*victim) {
	return breachesWith(limit, tools.Action{Tool: tool, Args: map[string]any{"path": path, "to": childMark()}})
}

func breachesWith(limit string, a tools.Action) func(*victim) {
	return func(v *victim) { v.breach(limit, a) }
}

func diskByProgram(v *victim) {
	v.breach(sandbox.LimitDisk, tools.Action{Tool: "attack.child", Args: map[string]any{"path": "fill", "to": childMark()}})
}

// memoryOfResident: the tool process dies of it, which is a breach where it can
// be told why.
func memoryOfResident(v *victim) {
	_, err := v.sb.Call(v.Context(), tools.Action{Tool: "attack.hog", Args: map[string]any{}})
	var b *sandbox.Breach
	if !errors.As(err, &b) || b.Limit != sandbox.LimitMemory {
		v.Errorf("got %v, want a breach of %s", err, sandbox.LimitMemory)
	}
}

// flooding: what a resident prints is no frame, and is not kept.
func flooding(stream string) func(*victim) {
	return func(v *victim) {
		obs, err := v.sb.Call(v.Context(), tools.Action{Tool: "attack.flood", Args: map[string]any{"path": stream}})
		if err != nil && !errors.Is(err, sandbox.ErrBroken) {
			v.Errorf("%+v, %v", obs, err)
		}
	}
}

// timesOut: a program over the action's time dies, the action fails, and the
// sandbox lives on.
func timesOut(program string) func(*victim) {
	return func(v *victim) {
		v.fails("attack.child", map[string]any{"path": program, "to": childMark()}, tools.Timeout)
		if left := programs(v.T); len(left) > 0 {
			v.Errorf("still running after its time: %v", left)
		}
		if obs := v.call("system.read_text", map[string]any{"file_path": "data/a.txt"}); obs.Text != "hello" {
			v.Errorf("the next action reads %+v", obs)
		}
	}
}

// leavesBehind: what a program started outlives it at most as long as the sandbox.
func leavesBehind(v *victim) {
	v.call("attack.child", map[string]any{"path": "daemon", "to": childMark()})
	if obs := v.call("system.read_text", map[string]any{"file_path": "data/a.txt"}); obs.Text != "hello" {
		v.Errorf("the next action reads %+v", obs)
	}
}

// lied is a resident that is found out at the first action, or before.
func lied(says string) func(*victim) {
	return func(v *victim) {
		err := v.openErr
		if err == nil {
			_, err = v.sb.Call(v.Context(), tools.Action{Tool: "test.echo", Args: map[string]any{"text": "x"}})
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			v.Errorf("got %v, want an error that says %q", err, says)
		}
	}
}

func stolen(v *victim) {
	if err := v.sb.CopyOut(v.Context(), v.host.out); err == nil || !strings.Contains(err.Error(), "../stolen") {
		v.Errorf("copy out: %v, want an error that names the path", err)
	}
}

// fails is a hostile tool that the kernel must refuse on each of these paths.
func fails(tool string, paths ...string) func(*victim) {
	return func(v *victim) {
		for _, p := range paths {
			v.fails(tool, map[string]any{"path": p})
		}
	}
}

func readsHost(v *victim) {
	v.needFence()
	for _, p := range []string{v.host.canary, v.host.start + "/data/a.txt", "/root/.bashrc", "/home", "/var/log"} {
		v.fails("attack.read", map[string]any{"path": p})
	}
}

func writesHost(v *victim) {
	v.needFence()
	for _, p := range []string{v.host.canary, v.host.base + "/escape", "/etc/escape", "/var/tmp/escape", "/dev/shm/escape"} {
		v.fails("attack.write", map[string]any{"path": p})
	}
}

func inherits(v *victim) {
	v.call("attack.environment", map[string]any{}) // checks that the key, which is the secret, is not in it
	obs := v.call("attack.descriptors", map[string]any{})
	if strings.Contains(obs.Text, "canary") || !strings.Contains(obs.Text, "null") {
		v.Errorf("the host's open files are there: %s", obs.Text)
	}
}

// connects: nothing of the host's network is reached.
func connects(v *victim) {
	v.needNoNetwork()
	v.fails("attack.connect", map[string]any{"path": v.host.address})
}

func traces(v *victim) {
	v.fails("attack.ptrace", map[string]any{"number": float64(os.Getpid())})
}

// dropped: no program starts from where a tool can write.
func dropped(v *victim) {
	v.needFence()
	places := []string{"data/dropped", "../tmp/dropped"}
	if v.kind == onDocker {
		places = []string{"/testbed/dropped", "/tmp/dropped"}
	}
	for _, p := range places {
		obs := v.fails("attack.execute", map[string]any{"path": p})
		if !strings.Contains(obs.Text, "permission denied") {
			v.Errorf("%s: %s", p, obs.Text)
		}
	}
}

func shellOff(v *victim) {
	v.fails("shell.run", map[string]any{"command": "id"}, tools.Refused)
}
