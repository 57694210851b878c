package catalogue_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A rehearsal tells what an import would do, and does nothing.
func TestImportRehearsed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"))
		file := strings.Join([]string{line("a"), strings.Replace(line("c"), "10", "20", 1)}, "\n")
		for range 2 {
			report, bad, err := imported(t, s, strings.NewReader(file), catalogue.ImportOptions{Rehearse: true, RetireMissing: true})
			must.Do(t, err)
			if len(bad) > 0 || report.Created != 1 || report.Unchanged != 1 || report.Retired != 1 {
				t.Errorf("rehearsed: %+v %v", report, bad)
			}
		}
		expect.Equal(t, names(s.all(t, catalogue.Filter{}, "price_asc")), "媒体a 媒体b", "the catalogue is")
		_, _, err := imported(t, s, strings.NewReader("not json"), catalogue.ImportOptions{Rehearse: true})
		must.Refuse(t, err, fault.Malformed)
	})
}

// While a file is looked through others can write: a rehearsal of a long one takes seconds.
func TestImportRehearsedBesideWrites(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"))
		written := 0
		report := must.Get(s.Import(t.Context(), strings.NewReader(line("a")+"\n"+line("b")),
			catalogue.ImportOptions{Rehearse: true, Progress: func(done, total int64) {
				if done <= total/2 { // the first time it only checks lines
					return
				}
				soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				_, err := s.Set(soon, catalogue.Entry{Key: "c", Fields: s.all(t, catalogue.Filter{}, "")[0].Fields})
				must.Do(t, err)
				written++
			}}))(t)
		if written == 0 || report.Created != 1 || report.Unchanged != 1 {
			t.Errorf("%d written beside %+v", written, report)
		}
	})
}

func TestRetiredListed(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"), line("b"))
		gone := s.all(t, catalogue.Filter{Q: "媒体b"}, "")[0]
		_, err := s.SetStatus(t.Context(), gone.ID, catalogue.Retired)
		must.Do(t, err)
		expect.Equal(t, names(s.all(t, catalogue.Filter{}, "")), "媒体a", "listed")
		expect.Equal(t, names(s.all(t, catalogue.Filter{Retired: true}, "")), "媒体b", "retired")
		list := must.Get(s.FindAll(t.Context(), []string{"med_nothing", gone.ID}))(t)
		expect.Equal(t, names(list), "媒体b", "found")
		if list, err = s.FindAll(t.Context(), nil); err != nil || len(list) != 0 {
			t.Errorf("found %v, %v among none", list, err)
		}
	})
}

func TestLabel(t *testing.T) {
	t.Parallel()
	for _, tc := range [][3]string{
		{"industry", "technology", "科技"},
		{"level", "central", "中央级"},
		{"media_type", "news", "新闻媒体"},
		{"content_type", "video", "视频"},
		{"industry", "unheard_of", "unheard_of"},
		{"nothing", "x", "x"},
		{"media_type", "radio", "radio"},
	} {
		if got := catalogue.Label(tc[0], tc[1]); got != tc[2] {
			t.Errorf("%s %s is %s, want %s", tc[0], tc[1], got, tc[2])
		}
	}
}

// Retired outlets are found by a type that no other outlet has.
func TestRetiredFiltered(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		s.stock(t, line("a"),
			`{"key":"z","name":"远","media_type":"overseas","content_types":["video"],"price":{"points":9},"status":"retired"}`)
		expect.Equal(t, names(s.all(t, catalogue.Filter{Retired: true, MediaTypes: []string{"overseas"}}, "")), "远")
		expect.Equal(t, names(s.all(t, catalogue.Filter{Retired: true, ContentType: "video", PriceTiers: []string{"0_50"}}, "")), "远")
		expect.Equal(t, names(s.all(t, catalogue.Filter{MediaTypes: []string{"overseas"}}, "")), "")
	})
}
