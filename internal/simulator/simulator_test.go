package simulator_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"renown/internal/simulator"
	"renown/internal/simulator/world"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var asked = []string{
	"2026年值得买的跑鞋品牌有哪些？", "云岭和疾岚哪个好？", "声闻怎么样？", "Which coffee brands are best?",
	"Is Stridewell a good running shoe?", "推荐几款企业软件", "What is the meaning of life?",
}

// post sends one request to a platform as its client would.
func post(s *simulator.Simulator, platform, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "http://simulator/"+platform+path, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

const bearer = "Authorization"

func chat(s *simulator.Simulator, platform, question string) *httptest.ResponseRecorder {
	body := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q}],"web_search":{"enable":true,"enable_trace":true,"enable_citation":true}}`, question)
	return post(s, platform, "/v2/chat/completions", body, bearer, "Bearer x")
}

func TestAnswersFollowFromSeedPlatformAndQuestion(t *testing.T) {
	t.Parallel()
	brands := []simulator.Brand{{Name: "声闻", Site: "shengwen.example"}}
	a := simulator.New(simulator.Options{Seed: 1, Brands: brands})
	b := simulator.New(simulator.Options{Seed: 1, Brands: brands})
	other := simulator.New(simulator.Options{Seed: 2, Brands: brands})
	differs := false
	for _, q := range asked {
		first := chat(a, "ernie", q).Body.String()
		for range 3 {
			if again := chat(b, "ernie", q).Body.String(); again != first {
				t.Fatalf("%s: answered differently\n%s\n%s", q, first, again)
			}
		}
		differs = differs || chat(other, "ernie", q).Body.String() != first
	}
	if !differs {
		t.Error("another seed changes nothing")
	}
	before := chat(a, "ernie", asked[0]).Body.String()
	a.Reseed(99)
	if chat(a, "ernie", asked[0]).Body.String() == before {
		t.Error("a new seed changes nothing")
	}
}

func TestDrafts(t *testing.T) {
	t.Parallel()
	known := assistant.Known().All()
	s := simulator.New(simulator.Options{Brands: []simulator.Brand{
		{Name: "声闻", Terms: []string{"跑鞋", "Coffee"}, Site: "shengwen.example"}, {Name: "别处", Terms: []string{"保险"}},
	}})
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(known).Draw(t, "platform")
		q := rapid.SampledFrom(asked).Draw(t, "question") + fmt.Sprint(rapid.IntRange(0, 500).Draw(t, "n"))
		d := s.Draft(p.ID, q, true)
		text := d.Text()
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) < 15 || strings.Contains(text, "%!") {
			t.Fatalf("text %q", text)
		}
		last := -1
		for _, name := range d.Named {
			at := strings.Index(text, name)
			if at <= last {
				t.Fatalf("%v in\n%s", d.Named, text)
			}
			last = at
		}
		for _, source := range d.Sources {
			if _, ok := assistant.Canonical(source.URL); !ok || source.Title == "" ||
				strings.Contains(source.Title, "%!") || source.Published.IsZero() {
				t.Fatalf("source %+v", source)
			}
		}
		if (d.Retrieval == assistant.RetrievalCited) != (len(d.CitedURLs()) > 0) ||
			(d.Retrieval == assistant.RetrievalNone) != (len(d.Queries) == 0) {
			t.Fatalf("%s with %d cited, %d queries", d.Retrieval, len(d.CitedURLs()), len(d.Queries))
		}
		if strings.Contains(text, "别处") {
			t.Fatal("a brand of another market is named")
		}
	})
}

// Over many questions every kind of answer occurs, the told brand is named often but not always, and platforms differ.
func TestVariety(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{Brands: []simulator.Brand{{Name: "声闻跑鞋", Terms: []string{"跑鞋"}, Site: "shengwen.example"}}})
	retrieval := map[assistant.Retrieval]int{}
	named := map[string]int{}
	refused, own := 0, 0
	const n = 600
	for _, p := range []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie"} {
		for i := range n {
			d := s.Draft(p, fmt.Sprintf("第 %d 问：有哪些跑鞋推荐？", i), true)
			retrieval[d.Retrieval]++
			if strings.Contains(d.Text(), "声闻跑鞋") {
				named[p]++
			}
			if d.Refused {
				refused++
			}
			for _, u := range d.CitedURLs() {
				if strings.Contains(u, "shengwen.example") {
					own++
				}
			}
		}
	}
	for _, r := range []assistant.Retrieval{assistant.RetrievalNone, assistant.RetrievalUncited, assistant.RetrievalCited} {
		if retrieval[r] < n/20 {
			t.Errorf("retrieval %v", retrieval)
		}
	}
	low, high := n, 0
	for _, count := range named {
		low, high = min(low, count), max(high, count)
	}
	if low < n/20 || high > n*95/100 || high-low < n/20 {
		t.Errorf("named %v", named)
	}
	if refused == 0 || own == 0 {
		t.Errorf("%d refusals, %d citations of the brand's own site", refused, own)
	}
}

func TestRefusesWhatThePlatformWould(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{})
	ask := `{"model":"m","messages":[{"role":"user","content":"跑鞋"}]}`
	for _, c := range []struct {
		name, platform, path, body string
		headers                    []string
		status                     int
	}{
		{"no key", "ernie", "/v2/chat/completions", ask, nil, 401},
		{"key in the wrong header", "claude", "/v1/messages", ask, []string{bearer, "Bearer x"}, 401},
		{"no version", "claude", "/v1/messages", ask, []string{"X-Api-Key", "x"}, 401},
		{"no max_tokens", "claude", "/v1/messages", ask, []string{"X-Api-Key", "x", "Anthropic-Version", "2023-06-01"}, 400},
		{"no such path", "ernie", "/v2/embeddings", ask, []string{bearer, "Bearer x"}, 400},
		{"not JSON", "ernie", "/v2/chat/completions", "{", []string{bearer, "Bearer x"}, 400},
		{"no question", "ernie", "/v2/chat/completions", `{"model":"m"}`, []string{bearer, "Bearer x"}, 400},
		{"no model", "ernie", "/v2/chat/completions", `{"messages":[{"role":"user","content":"跑鞋"}]}`, []string{bearer, "Bearer x"}, 400},
		{
			"thinking without stream", "qwen", "/api/v1/services/aigc/text-generation/generation",
			`{"model":"m","input":{"messages":[{"role":"user","content":"跑鞋"}]},"parameters":{"enable_thinking":true}}`,
			[]string{bearer, "Bearer x"},
			400,
		},
		{
			"thinking with search", "kimi", "/v1/chat/completions",
			`{"model":"m","messages":[{"role":"user","content":"跑鞋"}],"tools":[{"type":"builtin_function","function":{"name":"$web_search"}}]}`,
			[]string{bearer, "Bearer x"},
			400,
		},
		{
			"argument not echoed", "kimi", "/v1/chat/completions",
			`{"model":"m","thinking":{"type":"disabled"},"messages":[{"role":"user","content":"跑鞋"},{"role":"assistant","tool_calls":[{"id":"t1","function":{"name":"$web_search","arguments":"{}"}}]},{"role":"tool","content":"{\"changed\":1}"}],"tools":[{"type":"builtin_function","function":{"name":"$web_search"}}]}`,
			[]string{bearer, "Bearer x"},
			400,
		},
		{"stranger", "somebody", "/v1/chat/completions", ask, []string{bearer, "Bearer x"}, 200},
	} {
		if w := post(s, c.platform, c.path, c.body, c.headers...); w.Code != c.status {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
		}
	}
}

func TestScripts(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{})
	s.Script("ernie", "跑鞋", simulator.Step{Do: simulator.RateLimit, RetryAfter: 3 * time.Second}, simulator.Step{Do: simulator.Server})
	s.Script("", "咖啡", simulator.Step{Do: simulator.Server, Forever: true})
	want := func(platform, question string, statuses ...int) {
		t.Helper()
		for i, status := range statuses {
			if w := chat(s, platform, question); w.Code != status {
				t.Errorf("%s, attempt %d on %s: %d, want %d", question, i+1, platform, w.Code, status)
			}
		}
	}
	if w := chat(s, "ernie", "跑鞋零"); w.Header().Get("Retry-After") != "3" {
		t.Errorf("headers %v", w.Header())
	}
	want("ernie", "跑鞋一", 429, 500, 200, 200)
	want("ernie", "跑鞋二", 429, 500, 200)
	want("yuanbao", "跑鞋一", 200)
	want("yuanbao", "咖啡", 500, 500, 500)
	want("ernie", "手机推荐[sim:500,429,ok]", 500, 429, 200, 200)
	want("ernie", "手机推荐 [sim:ok,500*]", 200, 500, 500)
	want("ernie", "手机推荐[sim:nonsense]", 200)
	s.Unscript()
	want("ernie", "咖啡", 200)
	if plain, marked := s.Draft("ernie", "手机推荐", true), s.Draft("ernie", "手机推荐[sim:500]", true); plain.Text() != marked.Text() {
		t.Error("the marker changes the answer")
	}
}

func TestLog(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{LogSize: 3})
	before := time.Now()
	for _, q := range []string{"甲", "乙", "丙", "乙"} {
		chat(s, "ernie", q)
	}
	chat(s, "glm", "乙")
	list := s.Requests()
	if len(list) != 3 || list[0].Question != "丙" || list[2].Platform != "glm" || list[0].At.Before(before) ||
		!list[0].Search || s.Total() != 5 {
		t.Errorf("%d in all: %+v", s.Total(), list)
	}
	for _, r := range list {
		if r.AnsweredAt.Before(r.At) {
			t.Errorf("%s was answered at %v", r.Question, r.AnsweredAt)
		}
	}
	if s.Asked("ernie", "乙") != 1 || s.Asked("", "乙") != 2 || s.Asked("", "甲") != 0 {
		t.Errorf("counted %d %d", s.Asked("ernie", "乙"), s.Asked("", "乙"))
	}
	r := httptest.NewRecorder()
	s.ServeHTTP(r, httptest.NewRequest(http.MethodGet, "/_requests", nil))
	if !strings.Contains(r.Body.String(), `"total":5`) {
		t.Error(r.Body)
	}
	r = httptest.NewRecorder()
	s.ServeHTTP(r, httptest.NewRequest(http.MethodGet, "/", nil))
	if !strings.Contains(r.Body.String(), "/doubao") {
		t.Error(r.Body)
	}
}

// Of a question whose caller went away it is not known how long it was open.
func TestLogOfTheImpatient(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{LogSize: 2, Latency: simulator.Latency{Mean: time.Hour}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/ernie/v2/chat/completions",
		strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"甲"}]}`))
	r.Header.Set(bearer, "Bearer x")
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(httptest.NewRecorder(), r)
	if list := s.Requests(); len(list) != 1 || !list[0].AnsweredAt.IsZero() {
		t.Errorf("%+v", list)
	}
}

// Faults hit their share of questions, and another attempt draws again.
func TestFaultShares(t *testing.T) {
	t.Parallel()
	faults := must.Get(simulator.ParseFaults("429=0.2,500=0.1,garbage=0.1"))(t)
	s := simulator.New(simulator.Options{Faults: faults})
	const n = 4000
	count := map[simulator.Outcome]int{}
	s2 := map[string]bool{}
	for i := range n / 2 {
		for range 2 {
			chat(s, "ernie", fmt.Sprint("跑鞋", i))
		}
	}
	for _, r := range s.Requests() {
		count[r.Did]++
		if r.Did != simulator.Normal {
			s2[r.Question] = !s2[r.Question]
		}
	}
	for do, share := range map[simulator.Outcome]float64{
		simulator.RateLimit: 0.2, simulator.Server: 0.1,
		simulator.Garbage: 0.1, simulator.Normal: 0.6,
	} {
		if got := float64(count[do]) / n; got < share-0.03 || got > share+0.03 {
			t.Errorf("%s: %.3f of all, want %.2f", do, got, share)
		}
	}
	once := 0
	for _, odd := range s2 {
		if odd {
			once++
		}
	}
	if once < n/10 {
		t.Errorf("only %d questions failed once and then succeeded, or the other way round", once)
	}
}

func TestLatency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		latency := must.Get(simulator.ParseLatency("800ms±30%"))(t)
		s := simulator.New(simulator.Options{Latency: latency})
		low, high := time.Hour, time.Duration(0)
		for i := range 200 {
			start := time.Now()
			chat(s, "ernie", fmt.Sprint("跑鞋", i))
			took := time.Since(start)
			low, high = min(low, took), max(high, took)
		}
		if low < 560*time.Millisecond || low > 620*time.Millisecond || high < 980*time.Millisecond || high > 1040*time.Millisecond {
			t.Errorf("from %s to %s", low, high)
		}
	})
}

func TestStart(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{})
	origin, stop, err := s.Start("127.0.0.1:0")
	must.Do(t, err)
	response := must.Get(http.Get(origin + "/"))(t)
	body, _ := io.ReadAll(response.Body)
	response.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if !strings.Contains(string(body), "doubao") {
		t.Errorf("%s", body)
	}
	expect.Do(t, stop(context.Background()))
	if _, _, err := s.Start("256.0.0.1:0"); err == nil {
		t.Error("listens nowhere")
	}
}

// Brands that are known for a subject are named in answers to its questions, and in no others.
func TestKnownForSubject(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{Market: func(_ context.Context, subject string) world.Market {
		return world.Market{Brands: []simulator.Brand{{Name: "牌子" + subject, Weight: 1}}}
	}})
	client := assistant.New(assistant.Known(), assistant.Settings{Simulator: s})
	defer client.Close()
	named := 0
	for _, subject := range []string{"甲", "乙"} {
		for i := range 20 {
			answer, err := client.Ask(t.Context(), assistant.Question{
				Platform: "doubao",
				Text:     fmt.Sprintf("推荐哪些？第 %d 问", i), Subject: subject,
			})
			must.Do(t, err)
			if strings.Contains(answer.Text, "牌子"+subject) {
				named++
			}
			for _, other := range []string{"甲", "乙"} {
				if other != subject && strings.Contains(answer.Text, "牌子"+other) {
					t.Errorf("an answer for %s names %s's: %s", subject, other, answer.Text)
				}
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d of 40 answers name the brand", named)
	}
}

// An article is found after a while, lifts its brand, is cited, and its sentences turn up.
func TestArticleMovesAnswers(t *testing.T) {
	t.Parallel()
	published := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	now := published
	page := world.Page{
		URL: "https://paper.example/drip", Title: "挂耳咖啡推荐：新手和办公室怎么选", Site: "某报", Published: published, Authority: 0.9, Indexed: 1,
		Text: "## 办公室\n\n办公室的挂耳咖啡，推荐看烘焙日期。**青禾咖啡**的挂耳每周烘焙一次，到手不超过七天。\n\n新手买挂耳咖啡，先买小包装。",
	}
	s := simulator.New(simulator.Options{
		Clock: func() time.Time { return now },
		Market: func(context.Context, string) world.Market {
			return world.Market{
				Brands: []simulator.Brand{{Name: "青禾咖啡", Weight: 0.15, Terms: []string{"咖啡"}}},
				Pages:  []world.Page{page}, Version: 1,
			}
		},
	})
	count := func(from, days int) (named, cited, quoted, silently int) {
		for day := range days {
			now = published.AddDate(0, 0, from+day)
			for _, platform := range []string{"doubao", "yuanbao", "kimi"} {
				for _, q := range []string{"办公室喝的挂耳咖啡有哪些推荐？", "新手买挂耳咖啡推荐哪几款？"} {
					d := s.Draft(platform, q, true)
					text := d.Text()
					if strings.Contains(text, "青禾咖啡") {
						named++
					}
					cites := slices.Contains(d.CitedURLs(), page.URL)
					if cites {
						cited++
					}
					if strings.Contains(text, "青禾咖啡的挂耳每周烘焙一次") {
						quoted++
						if !cites {
							silently++
						}
					}
				}
			}
		}
		return named, cited, quoted, silently
	}
	before, cited, quoted, _ := count(-20, 20)
	if cited+quoted > 0 {
		t.Errorf("%d citations and %d quotations before it was published", cited, quoted)
	}
	after, cited, quoted, silently := count(12, 20)
	if after < before+10 || cited < 20 || quoted < 5 || silently == 0 || silently == quoted {
		t.Errorf("named %d times before and %d after; cited %d, quoted %d, %d of them without saying so", before,
			after, cited, quoted, silently)
	}
	if late, lateCited, _, _ := count(300, 20); late > after-5 || lateCited > cited/2 {
		t.Errorf("the effect does not fade: named %d, cited %d", late, lateCited)
	}
}

// The sites are invented throughout, and so is every name that the simulator was not told.
func TestMarketIsInvented(t *testing.T) {
	t.Parallel()
	s := simulator.New(simulator.Options{Brands: specimenBrands})
	for _, both := range questionsOf {
		for _, questions := range both {
			for _, q := range questions {
				for _, p := range assistant.Known().All() {
					d := s.Draft(p.ID, q, true)
					for _, source := range d.Sources {
						u, err := url.Parse(source.URL)
						if err != nil || !strings.HasSuffix(u.Host, ".example") {
							t.Fatalf("%s for %s", source.URL, q)
						}
					}
					if strings.ContainsAny(d.Text(), "{}") {
						t.Fatalf("an unfilled slot: %s", d.Text())
					}
				}
			}
		}
	}
}

// The same question on another day is worded otherwise, and mostly says the same.
func TestDaysDiffer(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	s := simulator.New(simulator.Options{Clock: func() time.Time { return now }, Brands: []simulator.Brand{{Name: "声闻", Weight: 0.5}}})
	texts := map[string]bool{}
	for day := range 30 {
		now = time.Date(2026, 10, 1+day, 9, 0, 0, 0, time.UTC)
		texts[s.Draft("doubao", "跑鞋推荐", true).Text()] = true
	}
	if len(texts) < 25 {
		t.Errorf("%d different answers in 30 days", len(texts))
	}
}
