package requestschema_test

import (
	"os"
	"sync"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// published compiles the published contract once for all tests.
var published = sync.OnceValues(func() (*requestschema.Contract, error) {
	document, err := os.ReadFile("../../door/api/openapi.gen.json")
	if err != nil {
		return nil, err
	}
	return requestschema.Compile(document)
})

func publishedContract(t testing.TB) *requestschema.Contract {
	t.Helper()
	return must.Get(published())(t)
}

func smallContract(t testing.TB) *requestschema.Contract {
	t.Helper()
	document := must.Get(os.ReadFile("testdata/contract.json"))(t)
	return must.Get(requestschema.Compile(document))(t)
}
