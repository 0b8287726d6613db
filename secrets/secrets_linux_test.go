package secrets

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"legomem/must"
)

const (
	withdrawn = "LEGOMEM_TEST_WITHDRAWN"
	key       = "sk-key-of-the-test"
)

func TestMain(m *testing.M) {
	if os.Getenv(withdrawn) != "" {
		fmt.Print(whatIsLeft())
		return
	}
	os.Exit(m.Run())
}

// whatIsLeft withdraws the keys of this process, and says where they are still found.
func whatIsLeft() string {
	lookup := Withdraw()
	var out []string
	for _, name := range []string{"TEST_API_KEY", "OTHER_API_KEY", withdrawn, "NO_API_KEY"} {
		value, held := lookup(name)
		out = append(out, fmt.Sprintf("%s=%s,%t", name, value, held))
	}
	kernel, err := os.ReadFile("/proc/self/environ")
	child, err2 := exec.Command("/usr/bin/env").Output()
	status, err3 := os.Stat("/proc/self/mem")
	out = append(out, fmt.Sprint("environ:", bytes.Contains(kernel, []byte(key)), bytes.Contains(kernel, []byte(withdrawn+"=1")), err),
		fmt.Sprint("child:", bytes.Contains(child, []byte("_API_KEY")), bytes.Contains(child, []byte(withdrawn+"=1")), err2),
		fmt.Sprint("owner:", owner(status), err3))
	return strings.Join(out, "\n")
}

// owner is whose a file is; files of a process that is concealed are root's.
func owner(info os.FileInfo) int {
	if info == nil {
		return -1
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

// TestWithdraw asks a process of its own, which is given keys before it begins.
func TestWithdraw(t *testing.T) {
	self := must.Have(os.Executable())(t)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), "TEST_API_KEY="+key, "OTHER_API_KEY=", withdrawn+"=1", "A="+strings.Repeat("x", 5000))
	got := must.Have(cmd.Output())(t)
	want := strings.Join([]string{"TEST_API_KEY=" + key + ",true", "OTHER_API_KEY=,true", withdrawn + "=1,true", "NO_API_KEY=,false",
		"environ:false true <nil>", "child:false true <nil>", "owner:0 <nil>"}, "\n")
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
