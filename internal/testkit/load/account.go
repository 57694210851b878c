package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

// account is a key and what can be asked for with it.
type account struct {
	key     string
	brand   string
	topic   string
	runs    []string
	outlets []string

	mu      sync.Mutex
	writing bool // a request of the chain is on its way
	step    int
	serial  int
	prompt  string
	content string
	order   string
}

type idList struct {
	Items []struct {
		ID      string `json:"id"`
		RunID   string `json:"run_id"`
		LastRun *struct {
			RunID string `json:"run_id"`
		} `json:"last_run"`
	} `json:"items"`
}

// learn finds a brand with a history for each key, and what hangs on it.
func (d *driver) learn(ctx context.Context, keys []string) error {
	for _, key := range keys {
		a := &account{key: key}
		if err := a.learn(ctx, d); err != nil {
			return err
		}
		d.accounts = append(d.accounts, a)
	}
	if len(d.accounts) == 0 {
		return errors.New("there is no key")
	}
	return nil
}

func (a *account) learn(ctx context.Context, d *driver) error {
	var brands, topics, runs, outlets idList
	if err := d.get(ctx, a.key, "/geo/brands", &brands); err != nil {
		return err
	}
	for _, b := range brands.Items {
		if b.LastRun != nil {
			a.brand = b.ID
		}
	}
	if a.brand == "" {
		return errors.New("a key's account has no brand with a run")
	}
	err := d.get(ctx, a.key, "/geo/brands/"+a.brand+"/topics", &topics)
	if err == nil {
		err = d.get(ctx, a.key, "/geo/brands/"+a.brand+"/runs?page_size=20", &runs)
	}
	if err == nil {
		err = d.get(ctx, a.key, "/media?media_type=news&content_type=article&sort=price_asc&page_size=20", &outlets)
	}
	if err != nil {
		return err
	}
	for _, r := range runs.Items {
		a.runs = append(a.runs, r.RunID)
	}
	for _, o := range outlets.Items {
		a.outlets = append(a.outlets, o.ID)
	}
	if len(topics.Items) == 0 || len(outlets.Items) == 0 {
		return errors.New("a key's account has no topic, or the catalogue no outlet")
	}
	a.topic = topics.Items[0].ID
	return nil
}

// write is the next request of the account's chain: change the brand, add, archive and delete a prompt, write a content,
// order it and withdraw the order. While one of them is on its way others change the brand, which any number may.
func (a *account) write() shot {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.serial++
	if a.writing {
		return a.patchBrand()
	}
	a.writing = true
	s, done := a.chain()
	s.group, s.key = writes, a.key
	s.then = func(code int, body []byte) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.writing = false
		switch {
		case code == 0:
			if done != nil {
				done(idIn(body))
			}
			a.step = (a.step + 1) % chainLength
		case code != noAnswer && code != tooFrequent && code != unavailable:
			a.step = 0 // refused for good
		}
	}
	return s
}

const chainLength = 7

func (a *account) chain() (s shot, done func(id string)) {
	switch a.step {
	case 1:
		return shot{
			method: http.MethodPost, path: "/geo/brands/" + a.brand + "/prompts",
			body: fmt.Sprintf(`{"brand_id":%q,"topic_id":%q,"text":"第 %d 个问题：哪家更好？","status":"suggested"}`, a.brand, a.topic, a.serial),
		}, func(id string) { a.prompt = id }
	case 2:
		return shot{method: http.MethodPatch, path: "/geo/prompts/" + a.prompt, body: `{"status":"archived"}`}, nil
	case 3:
		return shot{method: http.MethodDelete, path: "/geo/prompts/" + a.prompt}, nil
	case 4:
		text := fmt.Sprintf(`{"title":"第 %d 稿","body":"## 新品上市\n\n一段文字。"}`, a.serial)
		if a.content != "" { // one content is enough: what was ordered stays
			return shot{method: http.MethodPatch, path: "/media/contents/" + a.content, body: text}, nil
		}
		return shot{method: http.MethodPost, path: "/media/contents", body: text}, func(id string) { a.content = id }
	case 5:
		outlet := a.outlets[a.serial%len(a.outlets)]
		return shot{method: http.MethodPost, path: "/media/orders", body: fmt.Sprintf(`{"content_id":%q,"media_ids":[%q]}`, a.content, outlet)},
			func(id string) { a.order = id }
	case 6:
		return shot{method: http.MethodDelete, path: "/media/orders/" + a.order}, nil
	}
	return a.patchBrand(), nil
}

func (a *account) patchBrand() shot {
	return shot{
		group: writes, method: http.MethodPatch, path: "/geo/brands/" + a.brand, key: a.key,
		body: fmt.Sprintf(`{"introduction":"一家咖啡品牌，第 %d 版介绍。"}`, a.serial),
	}
}

// idIn is the id of what an answer holds, or of the first of what it lists.
func idIn(body []byte) string {
	var answer struct {
		Data struct {
			ID    string `json:"id"`
			Items []struct {
				ID string `json:"id"`
			} `json:"items"`
		} `json:"data"`
	}
	_ = json.Unmarshal(body, &answer)
	if answer.Data.ID == "" && len(answer.Data.Items) > 0 {
		return answer.Data.Items[0].ID
	}
	return answer.Data.ID
}
