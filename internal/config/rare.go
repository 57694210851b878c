package config

import (
	"strings"

	"renown/internal/simulator"
)

// rare is a setting that few installations change: it stands in the file alone.
type rare struct {
	name, usual string
	take        func(name, text string)
}

// rare lists them, and what each is for. What only other settings need is put into traces and simulate.
func (r *reader) rare(out *Settings, traces *Traces, simulate *simulator.Options) []rare {
	number := func(to *int) func(name, text string) { return func(name, text string) { *to = r.number(name, text) } }
	return []rare{
		{"anonymous_limit_per_minute", "1200", func(n, text string) { out.AnonymousLimit = rateOf(r.number(n, text)) }},
		{"max_connections", "20000", number(&out.MaxConnections)},
		{"max_brands", "100", number(&out.MaxBrands)},
		{"max_topics", "1000", number(&out.MaxTopics)},
		{"max_prompts", "5000", number(&out.MaxPrompts)},
		{"max_competitors", "100", number(&out.MaxCompetitors)},
		{"max_names_kb", "256", number(&out.MaxNamesKB)},
		{"max_generations", "20", number(&out.MaxGenerations)},
		{"max_keys", "50", number(&out.MaxKeys)},
		{"max_contents", "10000", number(&out.MaxContents)},
		{"max_stored_mb", "2000", number(&out.MaxStoredMB)},
		{"audit_retention", "365d", func(n, text string) { out.AuditRetention = r.retention(n, text) }},
		{"deleted_retention", "7d", func(n, text string) { out.DeletedRetention = r.days(n, text) }},
		{"session_max", "90d", func(n, text string) { out.SessionMax = r.days(n, text) }},
		{"password_memory", "19", func(n, text string) {
			if out.PasswordMemory = 1024 * r.number(n, text); out.PasswordMemory < 19<<10 || out.PasswordMemory > 1<<20 {
				r.fault(n, "is not a number of MiB from 19 to 1024")
			}
		}},
		{"article_rules", "", func(n, text string) { out.ArticleRules = r.file(n, text) }},
		{"fact_judge_calls", "20", number(&out.FactJudgeCalls)},
		{"trace_ratio", "1", func(n, text string) { traces.Ratio = r.share(n, text) }},
		{"simulate_latency", "0", func(n, text string) {
			latency, err := simulator.ParseLatency(text)
			simulate.Latency = latency
			r.failed(n, err)
		}},
		{"simulate_fault", "", func(n, text string) {
			faults, err := simulator.ParseFaults(text)
			simulate.Faults = faults
			r.failed(n, err)
		}},
	}
}

// FileNames lists the settings that stand in the file alone.
func FileNames() (list []string) {
	for _, s := range new(reader).rare(new(Settings), nil, nil) {
		list = append(list, s.name)
	}
	return list
}

// rateOf lets a third of a minute's requests come at once.
func rateOf(perMinute int) Rate { return Rate{perMinute, max(1, perMinute/3)} }

// Unknown lists the variables of an environment that look like settings and are none of names.
func Unknown(environ, names []string) (list []string) {
	known := map[string]bool{"CONFIG": true, "SITE": true, "DB_PASSWORD": true} // the last two are Compose's
	for _, name := range names {
		known[strings.ToUpper(normal(name))] = true
	}
	inFile := map[string]bool{}
	for _, name := range FileNames() {
		inFile[strings.ToUpper(name)] = true
	}
	for _, entry := range environ {
		variable, _, _ := strings.Cut(entry, "=")
		name, ours := strings.CutPrefix(variable, "RENOWN_")
		switch {
		case !ours || known[name] || strings.HasPrefix(name, "TEST_"):
		case inFile[name]:
			list = append(list, variable+" is not read: "+strings.ToLower(name)+" stands in the file of --config alone")
		default:
			list = append(list, variable+" is no setting")
		}
	}
	return list
}
