package excel

import (
	"os/exec"
	"strings"
	"testing"

	"legomem/tools"
)

func TestToPDF(t *testing.T) {
	d := newDesk(t)
	d.Field("create", grades, "")
	if _, err := exec.LookPath("soffice"); err != nil {
		d.Fails("to_pdf", `{"file_path":"grades.xlsx"}`, tools.MissingProgram, "libreoffice-calc")
		t.Skip("no soffice here (Debian package libreoffice-calc-nogui): looked at the refusal alone")
	}
	if got := d.Field("to_pdf", `{"file_path":"grades.xlsx"}`, "file"); got != "data/grades.pdf" {
		t.Errorf("the pdf is %v", got)
	}
	data, err := d.WS.ReadFile("data/grades.pdf")
	if err != nil || !strings.HasPrefix(string(data), "%PDF-") {
		t.Errorf("pdf of %d bytes, %v", len(data), err)
	}
	d.Field("to_pdf", `{"file_path":"grades.xlsx","target":"out.pdf"}`, "")
	if !d.WS.Exists("data/out.pdf") {
		t.Error("the named target is missing")
	}
}
