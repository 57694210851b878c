package story

import (
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/world"
)

var notes = story{
	language: "en", region: "US", made: 30 * time.Minute,
	profile: brand.Profile{
		Name:          "Tarnwick Notes",
		Introduction:  "Tarnwick Notes is a note-taking app for small teams. It works offline, links notes both ways and keeps everything encrypted.",
		ProductType:   "software",
		HomepageURL:   new("https://tarnwick.example"),
		Keywords:      store.Texts{"note-taking app", "knowledge base", "team notes"},
		SellingPoints: store.Texts{"works offline", "end-to-end encryption", "fair price"},
		CoreAudience:  new("small teams"),
	},
	market: world.Brand{
		Weight: 0.69, Tone: 0.1, Terms: []string{"note", "notes", "knowledge base"},
		Topics: []world.Topic{{Words: []string{"offline"}, Step: -2.2}, {Words: []string{"team"}, Step: 0.4}},
		Claims: []world.Claim{
			{Text: "Tarnwick Notes was founded in 2019"},
			{Text: "Tarnwick Notes costs $4 a person a month", Wrong: "Tarnwick Notes costs $9 a person a month"},
			{Text: "Tarnwick Notes has 85 employees"},
			{Text: "Tarnwick Notes is certified to ISO 27001"},
		},
	},
	mistake: mistake{1, "/tech/8816", "What team notes apps cost this year"},
	facts: []fact.Fields{
		{
			Statement: "Tarnwick Notes was founded in 2019", Attribute: "founded", Value: "2019",
			SourceURL: new("https://tarnwick.example/about"),
		},
		{
			Statement: "Tarnwick Notes costs $4 a person a month", Attribute: "price", Terms: store.Texts{"costs"},
			Value: "4", Unit: "USD", SourceURL: new("https://tarnwick.example/pricing"),
		},
		{
			Statement: "Tarnwick Notes has 85 employees", Attribute: "employees", Value: "85",
			SourceURL: new("https://tarnwick.example/about"),
		},
		{
			Statement: "Tarnwick Notes is certified to ISO 27001", Attribute: "ISO 27001", Value: "yes",
			SourceURL: new("https://tarnwick.example/security"),
		},
	},
	rivals: []rival{
		{name: "Fennimore Pad", site: "https://fennimore.example", about: "Notes and tasks in one app.", weight: 0.22, moved: 6},
		{name: "Osmere Base", site: "https://osmere.example", about: "A knowledge base for companies.", weight: 0.38},
		{name: "Quilldrum", site: "https://quilldrum.example", about: "A whiteboard with notes.", weight: 0.26},
	},
	topics: []topic{
		{"Working offline", []question{
			{text: "Which note-taking apps work offline?", stage: "consideration", asked: 1},
			{text: "Which offline note-taking app is best for travel?", stage: "consideration", asked: 4},
			{text: "Which note apps can edit offline and sync later?", stage: "consideration", asked: 7},
			{text: "Which offline note app would you recommend for field work?", stage: "consideration", asked: 9},
			{text: "Which offline note app is best for students?", stage: "consideration", asked: 13},
			{text: "Which offline notes app has a good search?", stage: "consideration", asked: 14},
			{text: "Which offline note-taking app would you recommend for long flights?", stage: "consideration", asked: 15},
			{text: "Which offline note app keeps attachments on the device?", stage: "decision", asked: 16},
			{text: "How do offline notes resolve conflicts?", stage: "awareness"},
		}},
		{"Team notes", []question{
			{text: "Which note-taking apps do you recommend for small teams?", stage: "consideration", asked: 2},
			{text: "What are good team notes apps for a startup?", stage: "consideration", asked: 5},
			{text: "Is Tarnwick Notes any good?", stage: "decision", asked: 6, itself: true},
			{text: "Which team notes app is easy to learn?", stage: "consideration", asked: 8},
			{text: "Tarnwick Notes or Fennimore Pad: which is better?", stage: "decision", itself: true},
		}},
		{"Knowledge base", []question{
			{text: "Which knowledge base software is good for a small company?", stage: "consideration", asked: 3},
			{text: "What knowledge base tools are worth paying for?", stage: "consideration", asked: 10},
			{text: "How should I start a knowledge base from old notes?", stage: "awareness", asked: 12},
		}},
		{"Privacy", []question{
			{text: "Which note-taking apps encrypt notes end to end?", stage: "consideration", asked: 11},
			{text: "Are cloud notes safe for client data?", stage: "awareness"},
			{text: "Which encrypted notes app costs under five dollars?", stage: "decision"},
		}},
	},
	outlets: [4]outlet{
		{
			"demo/harborlight", "Harborlight Review", "harborlight-review.example", "software", catalogue.Overseas, 180,
			78, 0.97, "/software/offline-notes",
		},
		{
			"demo/quillstone", "Quillstone Weekly", "quillstone-weekly.example", "technology", catalogue.Overseas, 120,
			66, 0.95, "/tech/9021",
		},
		{"demo/saltmarsh", "Saltmarsh Letters", "saltmarsh-letters.example", "business", catalogue.Overseas, 45, 12, 0.01, "/p/3317"},
		{"demo/northwick", "Northwick Ledger", "northwick-ledger.example", "finance", catalogue.Overseas, 210, 74, 0.95, ""},
	},
	campaign: declared{
		name:     "Offline guide",
		sentence: "Tarnwick Notes keeps the whole library at hand and syncs what was written later",
		lotSeed:  9,
	},
	article: manuscript{"Offline notes: which apps would we recommend for field work, students and long flights", `An offline note app is only as good as what happens when the connection comes back. Edit now, sync later, lose nothing: that is the test.

## Field work

For field work we recommend an app that can edit without a line and sync later over a slow one. **Tarnwick Notes** sends only what changed, and shows both versions when two people edited the same line.

## Students

An app for students opens in any lecture hall. Tarnwick Notes keeps the whole library at hand and syncs what was written when the lecture is over.

## Long flights

For long flights, look for an app whose library opens without a server. Tarnwick Notes opens it in the air, and what was written there is synced on the ground.

## What it costs

Tarnwick Notes costs $4 a person a month, with the offline library in every plan.`},
	next: manuscript{"How to move a knowledge base without losing its links", `## Export first

Keep the **old addresses** in a table before you move anything.

- one row for each note
- the new address beside the old one

> A link that nobody follows need not be kept.

See [Tarnwick Notes](https://tarnwick.example).`},
	draft: manuscript{
		"What end-to-end encryption means for a shared notebook",
		"Who holds the keys, and what the server can see. To be added: a drawing.",
	},
	refusal: "Not for this section: the ledger takes no buying guides.",
	changes: "Please say which tools you tried this with, and take the link out of the last line.",
	team:    "Marketing",
}
