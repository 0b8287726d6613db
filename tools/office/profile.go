package office

import (
	"bytes"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// profile keeps a document from running macros, and from fetching what it
// links to.
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
<item oor:path="/org.openoffice.ucb.Configuration/ContentProviders/org.openoffice.ucb.Configuration:ContentProvidersDataPrimaryKeys['Local']/SecondaryKeys"><node oor:name="Office" oor:op="replace"><node oor:name="ProviderData">
<node oor:name="Provider1" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.HierarchyContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.sun.star.hier</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider2" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.FileContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>file</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider8" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.PackageContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.sun.star.pkg</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider9" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.ExpandContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.sun.star.expand</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider10" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.TransientDocumentsContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.sun.star.tdoc</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider11" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.PackageContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.sun.star.zip</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider16" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value>com.sun.star.ucb.ImageContentProvider</value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>vnd.libreoffice.image</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
<node oor:name="Provider900" oor:op="replace"><prop oor:name="ServiceName" oor:op="fuse"><value></value></prop><prop oor:name="URLTemplate" oor:op="fuse"><value>private</value></prop><prop oor:name="Arguments" oor:op="fuse"><value></value></prop></node>
</node></node></item>
</oor:items>
`

// writeProfile makes the profile of a LibreOffice in its folder.
func writeProfile(folder string) error {
	dir := filepath.Join(folder, profileFolder, "user")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "registrymodifications.xcu"), []byte(profile), 0o600)
}

// settleProfile spares LibreOffice the restart that it makes on a profile of
// another build, as which it treats a new one: it copies the build from a file next
// to the executable. Where there is no such file, LibreOffice restarts.
func settleProfile(folder, executable string) error {
	real, err := filepath.EvalSymlinks(executable)
	if err != nil {
		return nil
	}
	versions, err := os.ReadFile(filepath.Join(filepath.Dir(real), "versionrc"))
	if err != nil {
		return nil
	}
	_, build, found := bytes.Cut(versions, []byte("\nbuildid="))
	if !found {
		return nil
	}
	build, _, _ = bytes.Cut(build, []byte("\n"))
	dir := filepath.Join(folder, profileFolder, "user", "extensions")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "buildid"), bytes.TrimSpace(build), 0o600)
}

// officeArgs start LibreOffice without a screen, on the profile in its folder.
func officeArgs(folder string) []string {
	return []string{"-env:UserInstallation=" + profileURL(folder),
		"--headless", "--norestore", "--nolockcheck", "--nodefault", "--nofirststartwizard", "--nologo"}
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// socketDirs are where LibreOffice makes its sockets, whatever TMPDIR says: in
// the first that it can write to.
var socketDirs = []string{"/tmp", "/var/tmp"}

// sockets are the paths that the sockets of a LibreOffice may have whose profile
// is in folder: of the one where it accepts connections, if it is told to, and of
// the one by which a second LibreOffice on the same profile would find it.
func sockets(folder string) []string {
	var all []string
	for _, name := range []string{pipeOf(folder), "SingleOfficeIPC_" + profileDigest(profileURL(folder))} {
		for _, dir := range socketDirs {
			all = append(all, fmt.Sprintf("%s/OSL_PIPE_%d_%s", dir, os.Getuid(), name))
		}
	}
	return all
}

// pipeOf is where a LibreOffice is told to accept connections. It follows from
// its folder, so that a leftover folder leads to what else was left.
func pipeOf(folder string) string { return "legomem_" + profileDigest(profileURL(folder)) }

// RemoveSockets removes what a LibreOffice that was killed while it started has
// left outside its temporary folder. temp is the parent of such folders, whose
// processes must have ended.
func RemoveSockets(temp string) {
	folders, _ := filepath.Glob(filepath.Join(temp, "legomem-*", profileFolder)) // the pattern is sound
	for _, f := range folders {
		removeSockets(filepath.Dir(f))
	}
}

func removeSockets(folder string) {
	for _, name := range sockets(folder) {
		_ = os.Remove(name) // mostly there is none
	}
}

// profileFolder is the subfolder where a LibreOffice has its profile.
const profileFolder = "profile"

func profileURL(folder string) string { return fileURL(filepath.Join(folder, profileFolder)) }

// profileDigest is LibreOffice's name for a profile: the MD5 of its URL in
// UTF-16, each byte without a leading zero.
func profileDigest(url string) string {
	var text bytes.Buffer
	_ = binary.Write(&text, binary.LittleEndian, utf16.Encode([]rune(url))) // never fails
	var digest strings.Builder
	for _, b := range md5.Sum(text.Bytes()) {
		fmt.Fprintf(&digest, "%x", b)
	}
	return digest.String()
}
