package qdrant

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// DefaultPort is where a Qdrant server speaks gRPC; its web page and its REST
// interface, which are of no use here, are on another port.
const DefaultPort = 6334

// Address is where a server is.
type Address struct {
	Host string // a name or an IP address, without brackets
	Port int
	TLS  bool
}

// ParseAddress reads qdrant://host:port, or qdrants://host:port where the
// server speaks TLS. Without a port it is DefaultPort.
func ParseAddress(s string) (Address, error) {
	a, err := parse(s)
	if err != nil {
		return Address{}, fmt.Errorf("%s is no address of a Qdrant server: %w; write qdrant://host:port, or qdrants://host:port for TLS", redact(s), err)
	}
	return a, nil
}

func parse(s string) (Address, error) {
	u, err := url.Parse(s)
	if err != nil {
		return Address{}, fmt.Errorf("it cannot be read") // the cause repeats it, password and all
	}
	a := Address{Host: u.Hostname(), Port: DefaultPort, TLS: u.Scheme == "qdrants"}
	switch {
	case u.Scheme != "qdrant" && u.Scheme != "qdrants":
		return a, fmt.Errorf("it begins with %q", u.Scheme+"://")
	case a.Host == "":
		return a, fmt.Errorf("it names no host")
	case strings.ContainsAny(a.Host, " \t\r\n"):
		return a, fmt.Errorf("its host has spaces")
	case strings.Contains(a.Host, ":") && !isIP(a.Host):
		return a, fmt.Errorf("its host has colons and is no IP address in brackets")
	case u.User != nil:
		return a, fmt.Errorf("it holds a key or a password, which belongs into the environment variable QDRANT_API_KEY")
	case u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return a, fmt.Errorf("something stands behind the port")
	}
	if port := u.Port(); port != "" {
		if a.Port, err = strconv.Atoi(port); err != nil || a.Port < 1 || a.Port > 65535 {
			return a, fmt.Errorf("its port is not from 1 to 65535")
		}
	}
	return a, nil
}

func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// redact leaves out the part before an @, which may be a key.
func redact(s string) string {
	scheme, rest, found := strings.Cut(s, "://")
	if at := strings.LastIndex(rest, "@"); found && at >= 0 {
		return scheme + "://..." + rest[at:]
	}
	return s
}

func (a Address) String() string {
	scheme := "qdrant"
	if a.TLS {
		scheme = "qdrants"
	}
	return scheme + "://" + net.JoinHostPort(a.Host, strconv.Itoa(a.Port))
}

// local reports whether the address is on this machine.
func (a Address) local() bool {
	if ip, err := netip.ParseAddr(a.Host); err == nil {
		return ip.Unmap().IsLoopback()
	}
	return strings.EqualFold(a.Host, "localhost")
}

// dial is the host in the form in which a colon and a port can follow.
func (a Address) dial() string {
	if strings.Contains(a.Host, ":") {
		return "[" + a.Host + "]"
	}
	return a.Host
}
