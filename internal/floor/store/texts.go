package store

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// Texts is a list of strings kept as JSON in a TEXT column. A nil list is the empty list, in the database and in JSON.
type Texts []string

// Value is what the database keeps.
func (t Texts) Value() (driver.Value, error) {
	b, err := t.MarshalJSON()
	return string(b), err
}

// Scan reads what the database kept.
func (t *Texts) Scan(src any) error {
	switch v := src.(type) {
	case string:
		return json.Unmarshal([]byte(v), (*[]string)(t))
	case []byte:
		return json.Unmarshal(v, (*[]string)(t))
	}
	return fmt.Errorf("a list is kept as JSON text, not %T", src)
}

// MarshalJSON never writes null, and leaves markup as it is.
func (t Texts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(append([]string{}, t...))
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
