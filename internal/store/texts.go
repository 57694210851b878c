package store

import (
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
		if v == "[]" {
			*t = Texts{}
			return nil
		}
		return json.Unmarshal([]byte(v), (*[]string)(t))
	case []byte:
		return json.Unmarshal(v, (*[]string)(t))
	}
	return fmt.Errorf("a list is kept as JSON text, not %T", src)
}

// MarshalJSON never writes null.
func (t Texts) MarshalJSON() ([]byte, error) {
	if len(t) == 0 {
		return []byte("[]"), nil
	}
	return json.Marshal([]string(t))
}
