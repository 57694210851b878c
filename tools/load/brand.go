package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// brand is what can be asked for, and a chain of writes: a prompt is added, archived and deleted, a content written, ordered,
// and the order withdrawn. One request of a chain is on its way at a time.
type brand struct {
	id, topic     string
	runs, outlets []string

	pending      bool
	step, serial int
	made         [6]string // id of what each step made
}

// ids are those of a list, at least one.
func (d *driver) ids(ctx context.Context, path string) (ids []string, err error) {
	var data struct {
		Items []struct {
			ID    string
			RunID string `json:"run_id"`
		}
	}
	err = d.get(ctx, path, &data)
	for _, item := range data.Items {
		ids = append(ids, cmp.Or(item.RunID, item.ID))
	}
	if err == nil && len(ids) == 0 {
		err = fmt.Errorf("GET %s: there is none", path)
	}
	return ids, err
}

// learn finds the brands of the account and what hangs on them.
func (d *driver) learn(ctx context.Context) error {
	brands, err := d.ids(ctx, "/geo/brands")
	if err != nil {
		return err
	}
	outlets, err := d.ids(ctx, "/media?media_type=news&content_type=article&sort=price_asc&page_size=20")
	if err != nil {
		return err
	}
	for _, id := range brands {
		topics, err := d.ids(ctx, "/geo/brands/"+id+"/topics")
		if err != nil {
			return err
		}
		runs, err := d.ids(ctx, "/geo/brands/"+id+"/runs?page_size=20")
		if err != nil {
			return err
		}
		d.brands = append(d.brands, &brand{id: id, topic: topics[0], runs: runs, outlets: outlets})
	}
	return nil
}

// get reads the data of an answer that must be a success.
func (d *driver) get(ctx context.Context, path string, data any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.server.url+prefix+path, nil)
	if err != nil {
		return err
	}
	r.Header = d.header
	response, err := d.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer := struct {
		Code int
		Data any
	}{Data: data}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || answer.Code != 0 {
		return fmt.Errorf("GET %s: code %d, %w", path, answer.Code, err)
	}
	return nil
}

// write is the next request of the chain. While one is on its way the brand's introduction is changed, which any number may.
func (b *brand) write() (method, path, body string) {
	b.serial++
	if b.pending {
		return http.MethodPatch, "/geo/brands/" + b.id, fmt.Sprintf(`{"introduction":"一家咖啡品牌，第 %d 版介绍。"}`, b.serial)
	}
	b.pending = true
	prompt, content, order := b.made[0], b.made[3], b.made[4]
	request := [len(b.made)][3]string{
		{
			http.MethodPost, "/geo/brands/" + b.id + "/prompts",
			fmt.Sprintf(`{"brand_id":%q,"topic_id":%q,"text":"第 %d 个问题：哪家更好？","status":"suggested"}`, b.id, b.topic,
				b.serial),
		},
		{http.MethodPatch, "/geo/prompts/" + prompt, `{"status":"archived"}`},
		{http.MethodDelete, "/geo/prompts/" + prompt},
		{http.MethodPost, "/media/contents", fmt.Sprintf(`{"title":"第 %d 稿","body":"## 新品上市\n\n一段文字。"}`, b.serial)},
		{http.MethodPost, "/media/orders", fmt.Sprintf(`{"content_id":%q,"media_ids":[%q]}`, content, b.outlets[b.serial%len(b.outlets)])},
		{http.MethodDelete, "/media/orders/" + order},
	}[b.step]
	return request[0], request[1], request[2]
}

// wrote takes the chain a step further, back to its beginning after a refusal for good, and nowhere after one for a while.
func (b *brand) wrote(code int, body []byte) {
	b.pending = false
	switch {
	case code == noAnswer || refusals[code]:
	case code != 0:
		b.step = 0
	default:
		var answer struct {
			Data struct {
				ID    string
				Items []struct{ ID string }
			}
		}
		_ = json.Unmarshal(body, &answer)
		if b.made[b.step] = answer.Data.ID; len(answer.Data.Items) > 0 {
			b.made[b.step] = answer.Data.Items[0].ID
		}
		b.step = (b.step + 1) % len(b.made)
	}
}
