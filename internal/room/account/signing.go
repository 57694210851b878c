package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"

	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
)

// Sign is a signature of text, in hexadecimal, under a secret that all nodes of the installation share and none tells. One for
// another purpose is another. The secret is made when it is first needed.
func (a *Accounts) Sign(ctx context.Context, purpose, text string) (_ string, err error) {
	defer fault.Wrap(&err, "account.Sign")

	secret := a.signing.Load()
	if secret == nil {
		secret = new(string)
		err := a.db.InTx(ctx, func(tx *store.Tx) (err error) {
			*secret, err = setting.MakeTx(ctx, tx, "signing_secret", newSecret(keyLength))
			return err
		})
		if err != nil {
			return "", err
		}
		a.signing.Store(secret)
	}
	mac := hmac.New(sha256.New, []byte(*secret))
	mac.Write([]byte(purpose + "\x00" + text))
	return hex.EncodeToString(mac.Sum(nil)), nil
}
