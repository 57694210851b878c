// Package clients keeps what scripts/clients.sh needs in this module: the library that a generated Go client imports.
package clients

import _ "github.com/oapi-codegen/runtime"
