package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// rule is one line of a rules file.
type rule struct {
	pattern *regexp.Regexp
	result  string
}

// rules are the grammar of a language, by section, as words/*/rules.txt describes it.
type rules struct {
	sections map[string][]rule
	patterns map[string]string
	macros   *strings.Replacer
}

func readRules(text string) (rules, error) {
	r := rules{sections: map[string][]rule{}, patterns: map[string]string{}, macros: strings.NewReplacer()}
	var macros []string
	for s := range sectionsOf(text) {
		var all []string
		for _, line := range s.lines {
			if name, value, ok := strings.Cut(line, ": "); ok && s.name == "words" {
				macros = append(macros, "<"+name+">", "(?:"+strings.ReplaceAll(value, " ", "|")+")")
				continue
			} else if ok && s.name == "patterns" {
				r.patterns[name] = r.macros.Replace(value)
				continue
			}
			pattern, err := r.add(s.name, line)
			if err != nil {
				return r, fmt.Errorf("[%s] %q: %w", s.name, line, err)
			}
			all = append(all, pattern)
		}
		macros = append(macros, "<"+s.name+">", "(?:"+strings.Join(all, "|")+")")
		r.macros = strings.NewReplacer(macros...)
	}
	return r, nil
}

func (r rules) add(section, line string) (string, error) {
	pattern, result, whole := strings.Cut(line, " =>")
	if !whole {
		pattern, result, _ = strings.Cut(line, " ->")
	}
	pattern = r.macros.Replace(pattern)
	anchored := "(?i)" + pattern
	if whole {
		anchored = "(?i)^(?:" + pattern + ")$"
	}
	re, err := regexp.Compile(anchored)
	r.sections[section] = append(r.sections[section], rule{re, strings.TrimPrefix(result, " ")})
	return pattern, err
}

// sort is the result of the first rule of a section that is the whole phrase; false when none is, or it refuses.
func (r rules) sort(section, s string) (string, bool) {
	for _, rule := range r.sections[section] {
		if m := rule.pattern.FindStringSubmatchIndex(s); m != nil {
			return string(rule.pattern.ExpandString(nil, rule.result, s, m)), rule.result != "-"
		}
	}
	return "", false
}

// rewrite lets every rule of a section change a phrase.
func (r rules) rewrite(section, s string) string {
	for _, rule := range r.sections[section] {
		s = rule.pattern.ReplaceAllString(s, rule.result)
	}
	return strings.TrimSpace(s)
}

// outcomes are the results of a sorting: each a list, and an item for it.
func (r rules) outcomes(section, s string) (lists []string, items []item) {
	result, ok := r.sort(section, s)
	if !ok || s == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(result, " | ") {
		list, text, _ := strings.Cut(one, ": ")
		lists, items = append(lists, list), append(items, readItem(text))
	}
	return lists, items
}

// compile makes the named patterns of a rules file.
func (r rules) compile() (map[string]*regexp.Regexp, error) {
	out := map[string]*regexp.Regexp{}
	for name, pattern := range r.patterns {
		re, err := regexp.Compile("(?i)" + pattern)
		if err != nil {
			return nil, err
		}
		out[name] = re
	}
	return out, nil
}

// split cuts a text at a named pattern into phrases without space around them.
func (l *lexicon) split(name, s string) []string {
	pieces := l.pattern[name].Split(s, -1)
	for i, p := range pieces {
		pieces[i] = tight(strings.TrimSpace(p))
	}
	return slices.DeleteFunc(pieces, func(p string) bool { return p == "" })
}
