package app_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// band is where a package stands. What it may import follows from that alone.
type band int

const (
	floor      band = iota // database, queue, errors and what is as plain as these
	instrument             // does one thing well, knows nothing of the business
	room                   // a domain
	simulation             // an invented market, for demos, tests and load
	porch                  // shared by the doors
	wing                   // pages of the console
	door                   // turns something outside into one call
	settings               // read by app and commands only
	top                    // app: knows all
	commands               // cmd: knows all
	support                // for tests only
)

// bands is the whole house, rooms in their order: a later one may import an earlier one. A package that is not here
// has no place yet, and the test says so.
var bands = []struct {
	band     band
	packages []string
}{
	{floor, []string{
		"floor/fault", "floor/id", "floor/timestamp", "floor/day", "floor/tracing", "floor/turn",
		"floor/cache", "floor/store", "floor/store/move", "floor/audit", "floor/undo", "floor/queue", "floor/limit",
		"floor/idempotency", "floor/setting",
	}},
	{instrument, []string{
		"tool/assistant", "tool/address", "tool/text", "tool/text/char", "tool/answer",
		"tool/answer/sentiment", "tool/claim", "tool/stat", "tool/openapi", "tool/requestschema", "tool/mail",
		"tool/markdown", "tool/egress", "tool/secretbox", "tool/secret", "tool/csvcell", "tool/textfile", "tool/xlsx",
		"tool/pack", "tool/webhook", "tool/bot", "tool/draft", "tool/browser",
	}},
	{room, []string{
		"room/job", "room/account", "room/points", "room/plan", "room/event", "room/reading", "room/alert",
		"room/brand", "room/fact", "room/drafting",
		"room/run/runtime", "room/run", "room/insight", "room/insight/detail", "room/insight/sampling", "room/insight/proof", "room/export",
		"room/report", "room/publishing/catalogue", "room/publishing/content", "room/publishing/order",
		"room/opportunity", "room/campaign", "room",
	}},
	{simulation, []string{"simulator", "simulator/world", "simulator/site", "simulator/market", "simulator/sample", "simulator/story"}},
	{porch, []string{"door/locale", "door/porch", "door/message", "door/console/kit"}},
	{wing, []string{"door/console/access", "door/console/setup", "door/console/analysis", "door/console/publish", "door/console/operator"}},
	{door, []string{"door/api", "door/console", "door/mcp", "door/runtime"}},
	{settings, []string{"config"}},
	{top, []string{"app"}},
	{support, []string{
		"testkit/storetest", "testkit/storetest/cluster", "testkit/apitest", "testkit/await", "testkit/expect",
		"testkit/must", "testkit/repeat", "testkit/assistanttest", "testkit/geotest", "testkit/tracingtest",
		"testkit/program",
		"testkit/browsertest",
	}},
}

// downward lists the bands that a band may import; the order of rooms and the exceptions for doors come on top.
var downward = map[band][]band{
	floor:      {floor},
	instrument: {instrument, floor},
	room:       {room, instrument, floor},
	porch:      {porch, room, instrument, floor},
	wing:       {wing, porch, room, instrument, floor},
	door:       {wing, porch, room, instrument, floor},
	simulation: {simulation, room, instrument, floor},
	settings:   {simulation, instrument, floor}, // it types what they are set up with
	top:        {settings, simulation, door, wing, porch, room, instrument, floor},
	commands:   {top, settings, simulation, door, wing, porch, room, instrument, floor},
	support:    {floor, instrument, room, simulation, porch, wing, door, settings, top, support},
}

// drivers may be imported by store and queue alone, and by what supports tests.
var drivers = []string{
	"github.com/jackc/pgx", "github.com/riverqueue", "modernc.org/sqlite", "github.com/pressly/goose", "database/sql",
}

// place returns a package's band and its rank among the rooms.
func place(pkg string) (b band, rank int, ok bool) {
	if strings.HasPrefix(pkg, "renown/cmd/") {
		return commands, 0, true
	}
	if pkg == "renown/docs" { // pages for people, compiled in
		return instrument, 0, true
	}
	for _, row := range bands {
		if i := slices.Index(row.packages, strings.TrimPrefix(pkg, "renown/internal/")); i >= 0 {
			return row.band, i, true
		}
	}
	return 0, 0, false
}

// wrong says why a package must not import another; "" when it may.
func wrong(from, to string) string {
	b, rank, ok := place(from)
	if !ok {
		return "has no place in the house"
	}
	if !strings.HasPrefix(to, "renown/") {
		return wrongLibrary(from, b, to)
	}
	other, otherRank, ok := place(to)
	switch {
	case !ok:
		return "the other has no place in the house"
	case !slices.Contains(downward[b], other):
		return "an arrow upward or sideways"
	case b == settings && other == simulation && to != "renown/internal/simulator":
		return "settings know of the simulator alone"
	case b == room && other == room && otherRank >= rank:
		return "an earlier room must not know a later one"
	case atDoor(b) && (to == "renown/internal/floor/store" || to == "renown/internal/floor/queue"):
		return "doors do not reach past the rooms"
	case atDoor(b) && strings.HasPrefix(to, "renown/internal/tool/assistant"):
		return "doors do not talk to assistants"
	}
	return wrongInConsole(from, b, to, other)
}

func atDoor(b band) bool { return b == door || b == wing || b == porch }

// wrongInConsole keeps the wings of the console apart: what two of them share is in the kit, which the console alone knows.
func wrongInConsole(from string, b band, to string, other band) string {
	const console = "renown/internal/door/console"
	switch {
	case other == wing && b == wing && (from != console+"/operator" || to != console+"/publish"):
		return "a wing does not know another; operator may know publish"
	case other == wing && b == door && from != console:
		return "only the console's shell joins wings"
	case to == console+"/kit" && atDoor(b) && b != wing && from != console:
		return "the kit is the console's"
	case from == "renown/internal/door/locale" && other == porch, from == "renown/internal/door/porch" && other == porch:
		return "locale and porch know neither each other nor the kit"
	}
	return ""
}

func wrongLibrary(from string, b band, to string) string {
	under := func(prefix string) bool { return to == prefix || strings.HasPrefix(to, prefix+"/") }
	switch {
	case to == "database/sql/driver": // what a value must be able to do, no connection
		return ""
	case slices.ContainsFunc(drivers, under) && b != support && from != "renown/internal/floor/store" &&
		from != "renown/internal/floor/queue":
		return "only store and queue know drivers and the job library"
	case under("go.opentelemetry.io") && from != "renown/internal/floor/tracing" && b != support:
		return "only tracing knows OpenTelemetry"
	case under("github.com/prometheus") && b != top && b != porch && b != support:
		return "only app and the porch know Prometheus"
	case under("net/http") && (b == room || from == "renown/internal/floor/fault"):
		return "rooms know nothing of HTTP"
	}
	return ""
}

func TestArrows(t *testing.T) {
	t.Parallel()
	imports := importsOf(t, "../..")
	if len(imports) < 15 {
		t.Fatalf("only %d packages found", len(imports))
	}
	for from, list := range imports {
		if _, _, ok := place(from); !ok {
			t.Errorf("%s has no place in the house: add it to the table of this test", from)
			continue
		}
		for to, file := range list {
			if why := wrong(from, to); why != "" {
				t.Errorf("%s imports %s (%s): %s", from, to, file, why)
			}
		}
	}
}

// importsOf reads what each package of the module imports outside of its tests, with a file that does.
func importsOf(t *testing.T, root string) map[string]map[string]string {
	t.Helper()
	found := map[string]map[string]string{}
	for _, top := range []string{"internal", "cmd"} {
		must.Do(t, fs.WalkDir(os.DirFS(filepath.Join(root, top)), ".", func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				if err == nil && entry.Name() == "testdata" {
					return fs.SkipDir
				}
				return err
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, top, file), nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			pkg := "renown/" + top + "/" + filepath.ToSlash(filepath.Dir(file))
			if found[pkg] == nil {
				found[pkg] = map[string]string{}
			}
			for _, spec := range parsed.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				found[pkg][path] = file
			}
			return nil
		}))
	}
	return found
}

// The law bites: made-up arrows, and some that are meant to be.
func TestArrowsJudged(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		from, to string
		allowed  bool
	}{
		{"door/api", "room/run", true},
		{"door/api", "door/porch", true},
		{"door/api", "door/console", false},
		{"door/mcp", "room/insight", true},
		{"door/mcp", "door/api", false},
		{"door/mcp", "floor/store", false},
		{"door/api", "floor/store", false},
		{"door/api", "config", false},
		{"door/console", "floor/queue", false},
		{"door/console", "room/job", true},
		{"door/console", "tool/assistant", false},
		{"door/console", "net/http", true},
		{"door/console", "door/console/analysis", true},
		{"door/console", "door/console/kit", true},
		{"door/console/analysis", "door/console/kit", true},
		{"door/console/analysis", "door/locale", true},
		{"door/console/analysis", "door/porch", true},
		{"door/console/analysis", "room/insight", true},
		{"door/console/operator", "door/console/publish", true},
		{"door/console/publish", "door/console/operator", false},
		{"door/console/operator", "door/console/setup", false},
		{"door/console/analysis", "door/console/setup", false},
		{"door/console/analysis", "door/console", false},
		{"door/console/analysis", "floor/store", false},
		{"door/console/analysis", "tool/assistant", false},
		{"door/console/kit", "door/locale", true},
		{"door/console/kit", "door/console/setup", false},
		{"door/console/kit", "door/console", false},
		{"door/console/kit", "floor/queue", false},
		{"door/api", "door/console/kit", false},
		{"door/api", "door/console/setup", false},
		{"door/locale", "door/console/kit", false},
		{"door/porch", "door/console/kit", false},
		{"app", "door/console/operator", true},
		{"door/porch", "room/account", true},
		{"door/porch", "door/api", false},
		{"door/porch", "floor/store", false},
		{"room/account", "room/plan", false},
		{"room/plan", "room/account", true},
		{"room/plan", "room/points", true},
		{"room/run", "room/insight", false},
		{"room/insight/detail", "room/insight", true},
		{"room/insight", "room/insight/detail", false},
		{"room/publishing/order", "room/publishing/catalogue", true},
		{"room/publishing/catalogue", "room/publishing/order", false},
		{"room/publishing/content", "room/publishing/order", false},
		{"room/run", "floor/queue", true},
		{"room/run", "tool/assistant", true},
		{"room/run", "net/http", false},
		{"room/run", "github.com/prometheus/client_golang/prometheus", false},
		{"door/porch", "github.com/prometheus/client_golang/prometheus", true},
		{"door/porch", "go.opentelemetry.io/otel/trace", false},
		{"floor/tracing", "go.opentelemetry.io/otel/trace", true},
		{"room/run", "net/http/httptest", false},
		{"room/run", "github.com/riverqueue/river", false},
		{"room/run", "github.com/jackc/pgx/v5", false},
		{"room/run", "door/api", false},
		{"room/run", "testkit/storetest", false},
		{"room/run", "simulator", false},
		{"door/console", "simulator", false},
		{"tool/assistant", "simulator", false},
		{"simulator", "tool/assistant", true},
		{"simulator", "config", false},
		{"config", "simulator", true},
		{"config", "simulator/world", false},
		{"app", "simulator/story", true},
		{"simulator/story", "room/run", true},
		{"simulator/story", "app", false},
		{"door/api", "simulator/story", false},
		{"tool/assistant", "net/http", true},
		{"tool/answer", "room/brand", false},
		{"tool/requestschema", "floor/fault", true},
		{"floor/store", "room/account", false},
		{"floor/store", "modernc.org/sqlite", true},
		{"floor/timestamp", "database/sql/driver", true},
		{"floor/timestamp", "database/sql", false},
		{"floor/limit", "github.com/jackc/pgx/v5/pgxpool", false},
		{"floor/fault", "net/http", false},
		{"config", "app", false},
		{"app", "door/console", true},
		{"app", "testkit/apitest", false},
		{"testkit/apitest", "app", true},
		{"unheard/of", "floor/fault", false},
		{"app", "unheard/of", false},
	} {
		to := tc.to
		if _, _, ours := place("renown/internal/" + to); ours || to == "unheard/of" {
			to = "renown/internal/" + to
		}
		if why := wrong("renown/internal/"+tc.from, to); (why == "") != tc.allowed {
			t.Errorf("%s → %s: allowed %t, want %t (%s)", tc.from, tc.to, why == "", tc.allowed, why)
		}
	}
	if why := wrong("renown/cmd/renown", "renown/internal/testkit/apitest"); why == "" {
		t.Error("a command may import what supports tests")
	}
}
