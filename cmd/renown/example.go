package main

import (
	"strings"

	"github.com/alecthomas/kong"
)

// examples are the words behind a command by which --help shows its use, for commands of which nothing else is to be said.
var examples = map[string]string{
	"detection":              "status",
	"detection resume":       "",
	"detection status":       "--json",
	"detection suspend":      "",
	"job":                    "list",
	"job discard":            "4711-1763200000000000",
	"job list":               "--kind mail --json",
	"key":                    "create --email li@example.com --scopes 'geo:*'",
	"key create":             "--email li@example.com --scopes 'geo:*,media:read' --name dashboard --json",
	"key list":               "--email li@example.com --json",
	"key revoke":             "key_01jcp7x0b3m5v8w2y4z6a8c0e2",
	"openapi":                "> openapi.json",
	"order":                  "list --status awaiting_review",
	"order approve":          "ord_01kbe765mt8t6sjrxrdew4r26f",
	"order fail":             "ord_01kbe765mt8t6sjrxrdew4r26f --reason 媒体临时停更",
	"order publish":          "ord_01kbe765mt8t6sjrxrdew4r26f --url https://qianyankeji.example/tech/20261116",
	"order reject":           "ord_01kbe765mt8t6sjrxrdew4r26f --reason 含未经证实的功效宣称",
	"order request-changes":  "ord_01kbe765mt8t6sjrxrdew4r26f --reason 标题过长",
	"order show":             "ord_01kbe765mt8t6sjrxrdew4r26f",
	"outlet list":            "--json",
	"outlet pause":           "med_01kbe77ngb7h4z44q2r10qwe3c",
	"outlet resume":          "med_01kbe77ngb7h4z44q2r10qwe3c",
	"outlet retire":          "med_01kbe77ngb7h4z44q2r10qwe3c",
	"platform list":          "--config renown.yaml",
	"points":                 "adjust li@example.com --points 200 --reason 稿件延误补偿",
	"points show":            "li@example.com --json",
	"run":                    "list",
	"run cancel":             "run_01m7fmp35798g7pve6fs1es5s1",
	"run list":               "--json",
	"runtime check":          "--platform doubao --question '哪款云笔记好用？'",
	"runtime terms":          "record doubao --read-by 'Lin Jian' --edition 2026-08",
	"runtime terms list":     "--json",
	"runtime terms record":   "doubao --read-by 'Lin Jian' --edition 2026-08",
	"runtime terms withdraw": "doubao",
	"runtime token":          "create --email li@example.com --name workstation --platforms doubao",
	"runtime token create":   "--name office --platforms doubao,kimi --json",
	"runtime token list":     "--json",
	"runtime token revoke":   "rtm_01jcp7x0b3m5v8w2y4z6a8c0e2",
	"user":                   "create --email li@example.com --password-stdin --tier standard",
	"user disable":           "--email li@example.com",
	"user enable":            "--email li@example.com",
	"user list":              "--json",
	"version":                "--json",
}

// showExamples has the commands below n show theirs.
func showExamples(n *kong.Node, path string) {
	for _, child := range n.Children {
		words := strings.TrimSpace(path + " " + child.Name)
		if example, ok := examples[words]; ok {
			child.Detail = "Example:\n  " + strings.TrimSpace("renown "+words+" "+example)
		}
		showExamples(child, words)
	}
}
