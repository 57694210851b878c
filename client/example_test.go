package client_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"renown/client"
)

func Example() {
	ctx := context.Background()
	renown, err := client.New()
	list, err := renown.Brands.List(ctx, client.BrandsListQuery{})
	brand := list.Items[0]
	overview, err := renown.Analyses.Overview(ctx, brand.ID, client.AnalysesOverviewQuery{})
	if seen := overview.Indicators.Visibility.Value; seen != nil { // nil: there are no answers yet
		fmt.Println(brand.Name, *seen)
	}
	_ = err
}

// What the page for people shows is what compiles here.
func TestREADME(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```go\n")
	code, _, found := strings.Cut(rest, "```")
	if !found || !strings.Contains(strings.ReplaceAll(string(source), "\n\t", "\n"), code) {
		t.Errorf("the example has other lines:\n%s", code)
	}
}
