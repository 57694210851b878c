package program

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/testkit/must"
)

// Nginx writes a configuration that consists of the shipped site, with a certificate of its own and on these addresses, and returns its
// path.
func Nginx(t testing.TB, site, plain, secure string) (path string) {
	t.Helper()
	folder := t.TempDir()
	certificate(t, filepath.Join(folder, "renown.crt"), filepath.Join(folder, "renown.key"))
	site = strings.NewReplacer("/etc/ssl/", folder+"/", "listen 80;", "listen "+plain+";", "listen [::]:80;", "",
		"listen 443 ssl http2;", "listen "+secure+" ssl http2;", "listen [::]:443 ssl http2;", "").Replace(site)
	whole := "daemon off;\npid " + folder + "/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		whole += kind + "_temp_path " + filepath.Join(folder, kind) + ";\n"
	}
	path = filepath.Join(folder, "nginx.conf")
	must.Do(t, os.WriteFile(path, []byte(whole+site+"}\n"), 0o600))
	return path
}

func certificate(t testing.TB, certPath, keyPath string) {
	t.Helper()
	key := must.Get(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"renown.example.com"},
		NotAfter: time.Now().Add(time.Hour),
	}
	cert := must.Get(x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key))(t)
	private := must.Get(x509.MarshalPKCS8PrivateKey(key))(t)
	for path, block := range map[string]*pem.Block{
		certPath: {Type: "CERTIFICATE", Bytes: cert},
		keyPath:  {Type: "PRIVATE KEY", Bytes: private},
	} {
		must.Do(t, os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	}
}
