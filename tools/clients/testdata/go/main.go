// Command go does the main job with the client that oapi-codegen makes of the contract: from a brand to its overview.
// scripts/clients.sh compiles it, so that names a caller relies on are not lost unnoticed.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	if err := run(context.Background(), os.Getenv("RENOWN_URL"), os.Getenv("RENOWN_KEY")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url, key string) error {
	c, err := NewClientWithResponses(url+"/openapi/v1", WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("X-API-KEY", key)
		return nil
	}))
	if err != nil {
		return err
	}
	brand, err := c.CreateBrandWithResponse(ctx, nil, BrandCreate{Name: "青禾咖啡", Introduction: "云南精品豆的连锁咖啡品牌"})
	if err != nil {
		return err
	}
	if brand.JSON200 == nil {
		return told(brand.JSON422)
	}
	started, err := c.StartRunWithResponse(ctx, nil, RunCreate{BrandId: brand.JSON200.Data.Id})
	if err != nil {
		return err
	}
	if refused := started.JSON429; refused != nil && KnownCode(refused.Code) == KnownCodeDailyLimit && refused.Detail.ResetsAt != nil {
		return fmt.Errorf("no run before %s", refused.Detail.ResetsAt.Format(time.RFC3339))
	}
	if started.JSON200 == nil {
		return fmt.Errorf("status %d: %s", started.StatusCode(), started.Body)
	}
	wait := 30
	for {
		r, err := c.GetRunWithResponse(ctx, started.JSON200.Data.RunId, &GetRunParams{Wait: &wait})
		if err != nil || r.JSON200 == nil {
			return fmt.Errorf("the run cannot be read: %w", err)
		}
		if status := r.JSON200.Data.Status; status != RunStatusQueued && status != RunStatusRunning {
			break
		}
	}
	platforms := []string{"doubao", "qwen"}
	overview, err := c.GetOverviewWithResponse(ctx, brand.JSON200.Data.Id, &GetOverviewParams{Platform: &platforms})
	if err != nil || overview.JSON200 == nil {
		return fmt.Errorf("the overview cannot be read: %w", err)
	}
	fmt.Println(overview.JSON200.Data.Filters.Platform, overview.JSON200.Data.Indicators.Visibility.Value)
	return nil
}

func told(f *ShapeFailure) error {
	if f == nil || f.Hint == nil {
		return fmt.Errorf("refused")
	}
	return fmt.Errorf("%s", *f.Hint)
}
