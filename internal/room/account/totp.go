package account

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238 as authenticators know it; HMAC needs no resistance against collisions
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"time"
)

// Time-based one-time passwords after RFC 6238: six digits, SHA-1, steps of 30 seconds, as every authenticator understands them.
const (
	totpDigits  = 6
	totpStep    = 30 * time.Second
	totpSecret  = 20 // bytes
	totpWindow  = 1  // steps before and after the present one: clocks differ, and typing takes time
	totpIssuer  = "Renown"
	recoveries  = 10 // codes made at once
	recoveryLen = 16 // characters of base32: 80 bits, so that a plain hash suffices
)

var plainBase32 = base32.StdEncoding.WithPadding(base32.NoPadding)

// hotp is the code of a counter after RFC 4226.
func hotp(secret []byte, counter int64, digits int) string {
	var message [8]byte
	binary.BigEndian.PutUint64(message[:], uint64(counter))
	mac := hmac.New(sha1.New, secret)
	mac.Write(message[:])
	sum := mac.Sum(nil)
	offset := sum[len(sum)-1] & 0xf
	value := binary.BigEndian.Uint32(sum[offset:]) & 0x7fffffff
	modulus := uint32(1)
	for range digits {
		modulus *= 10
	}
	return fmt.Sprintf("%0*d", digits, value%modulus)
}

// totpMatch finds the step whose code this is, among those around now that are later than the last one used.
func totpMatch(secret []byte, code string, now time.Time, last int64) (step int64, ok bool) {
	present := now.Unix() / int64(totpStep/time.Second)
	for s := present - totpWindow; s <= present+totpWindow; s++ {
		if subtle.ConstantTimeCompare([]byte(hotp(secret, s, totpDigits)), []byte(code)) == 1 && s > last {
			step, ok = s, true
		}
	}
	return step, ok
}

// totpURI is what an authenticator reads from a picture.
func totpURI(secret, email string) string {
	return "otpauth://totp/" + url.PathEscape(totpIssuer+":"+email) + "?" + url.Values{"secret": {secret}, "issuer": {totpIssuer}}.Encode()
}
