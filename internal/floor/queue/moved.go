package queue

import "renown/internal/floor/store/move"

// Moved describes the jobs that wait, for a move from SQLite to PostgreSQL: the library's tables differ between the engines.
// Unique keys are computed in the same way on both, so that they go on to hold. A job that a process left running waits again;
// finished ones stay behind.
func Moved() move.Table {
	const moment = "TIMESTAMPTZ 'epoch' + CAST(%s AS bigint) * INTERVAL '1 microsecond'"
	column := func(name string, form move.Form, from, back, into string) move.Column {
		return move.Column{Name: name, Form: form, From: from, Back: back, Into: into}
	}
	small := func(name string) move.Column {
		return column(name, move.Whole, "", "CAST("+name+" AS bigint)", "CAST(CAST(%s AS bigint) AS smallint)")
	}
	at := func(name string) move.Column {
		return column(name, move.Time, "CAST("+name+" AS TEXT)", "CAST(extract(epoch FROM "+name+") * 1000000 AS bigint)", moment)
	}
	key := column("id", move.Whole, "", "", "")
	key.Key = 1
	return move.Table{
		Name: "river_job", Only: "finalized_at IS NULL", Sets: true,
		Columns: []move.Column{
			key,
			column("state", move.Text, "CASE state WHEN 'running' THEN 'available' ELSE state END",
				"CAST(state AS text)", "CAST(CAST(%s AS text) AS river_job_state)"),
			column("kind", move.Text, "", "", ""),
			column("queue", move.Text, "", "", ""),
			small("priority"),
			small("attempt"),
			small("max_attempts"),
			at("created_at"),
			at("scheduled_at"),
			at("attempted_at"),
			column("args", move.JSON, "json(args)", "CAST(args AS text)", "CAST(CAST(%s AS text) AS jsonb)"),
			column("metadata", move.JSON, "json(metadata)", "CAST(metadata AS text)", "CAST(CAST(%s AS text) AS jsonb)"),
			column("attempted_by", move.JSON, "json(attempted_by)", "CAST(to_json(attempted_by) AS text)",
				list("jsonb_array_elements_text", "text")),
			column("errors", move.JSON, "json(errors)", "CAST(to_json(errors) AS text)", list("jsonb_array_elements", "jsonb")),
			column("tags", move.JSON, "json(tags)", "CAST(to_json(tags) AS text)", list("jsonb_array_elements_text", "varchar")),
			column("unique_key", move.Bytes, "", "", ""),
			column("unique_states", move.Whole, "", "CAST(unique_states AS bigint)", "CAST(CAST(%s AS bigint) AS bit(8))"),
		},
	}
}

// list writes a JSON list as an array; NULL stays NULL.
func list(elements, kind string) string {
	return "CASE WHEN CAST(%s AS text) IS NOT NULL THEN CAST(ARRAY(SELECT " + elements +
		"(CAST(CAST(%s AS text) AS jsonb))) AS " + kind + "[]) END"
}
