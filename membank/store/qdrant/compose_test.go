package qdrant_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"go.yaml.in/yaml/v3"

	"legomem/must"
)

type service struct {
	Image       string
	Ports       []string
	Environment map[string]string
	Volumes     []string
	Restart     string
	Healthcheck struct{ Test []string }
}

func compose(t *testing.T) service {
	t.Helper()
	b := must.Have(os.ReadFile("../../../docker/compose.yaml"))(t)
	var file struct {
		Services map[string]service
		Volumes  map[string]any
	}
	must.Do(t, yaml.Unmarshal(b, &file))
	s, ok := file.Services["qdrant"]
	if !ok {
		t.Fatal("docker/compose.yaml has no service qdrant")
	}
	if volume, _, _ := strings.Cut(strings.Join(s.Volumes, ","), ":"); len(s.Volumes) != 1 || !has(file.Volumes, volume) {
		t.Errorf("the volumes %q are not one that the file declares", s.Volumes)
	}
	return s
}

func has(m map[string]any, key string) bool { _, ok := m[key]; return ok }

func TestCompose(t *testing.T) {
	s := compose(t)
	if !regexp.MustCompile(`^qdrant/qdrant:v1\.17\.\d+$`).MatchString(s.Image) {
		t.Errorf("the image %q is not pinned", s.Image)
	}
	if s.Restart != "unless-stopped" {
		t.Errorf("it restarts %q", s.Restart)
	}
	grpc := false
	for _, p := range s.Ports {
		parts := strings.Split(p, ":")
		if len(parts) != 3 {
			t.Errorf("the port %q is open to everybody", p)
			continue
		}
		if ip, err := netip.ParseAddr(parts[0]); err != nil || !ip.IsLoopback() {
			t.Errorf("the port %q is open to others: %v", p, err)
		}
		grpc = grpc || parts[1] == "6334" && parts[2] == "6334"
	}
	if !grpc {
		t.Errorf("legomem's port is not among %q", s.Ports)
	}
	if key := s.Environment["QDRANT__SERVICE__API_KEY"]; !strings.HasPrefix(key, "${QDRANT_API_KEY:?") {
		t.Errorf("the key is %q: it must be asked for", key)
	}
}

// TestComposeHealth runs the health check's command here, on another port.
func TestComposeHealth(t *testing.T) {
	check := compose(t).Healthcheck.Test
	if len(check) != 4 || check[0] != "CMD" || check[1] != "bash" {
		t.Fatalf("the check is %q", check)
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here to run the check with")
	}
	var code atomic.Int32
	code.Store(http.StatusOK)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("it asks for %s", r.URL.Path)
		}
		w.WriteHeader(int(code.Load()))
		w.Write([]byte("HTTP/1.1 200 is what this page is not\n"))
	}))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	must.Do(t, err)
	run := func() error {
		script := strings.ReplaceAll(check[3], "6333", port)
		return exec.CommandContext(t.Context(), "bash", "-c", script).Run()
	}
	if err := run(); err != nil {
		t.Errorf("of a ready server: %v", err)
	}
	if code.Store(http.StatusServiceUnavailable); run() == nil {
		t.Error("a server that is not ready is healthy")
	}
	server.Close()
	if err := run(); err == nil {
		t.Error("a server that is not there is healthy")
	}
}
