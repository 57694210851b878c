// Package draft writes topics, prompts and likely competitors for a brand from its profile alone, and briefs of articles.
//
// What it knows of Chinese and English is data, a folder a language under words/: kinds_*.txt and classes.txt the
// vocabulary of categories, forms.txt the questions with slots, rules.txt how a phrase of a profile is sorted and
// inflected. The code reads the files, finds the category, fills the forms and draws from them. It is pure: no database,
// no network, no clock, no randomness; the same profile and the same existing texts always give the same draft. It
// refuses to know how a draft is stored or who asked for it.
package draft

import (
	"errors"
	"fmt"
)

// MaxCount is the largest number of prompts one draft may hold.
const MaxCount = 50

// The stages of the buyer's journey, in order.
const (
	Awareness     = "awareness"
	Consideration = "consideration"
	Comparison    = "comparison"
	Decision      = "decision"
	Usage         = "usage"
)

// The types of a prompt: what its answers are counted for.
const (
	Visibility = "visibility"
	Sentiment  = "sentiment"
)

var (
	// ErrCount says that the number of prompts asked for is outside 1..MaxCount.
	ErrCount = errors.New("count must be between 1 and 50")

	// ErrNames says that the brand's names are such ordinary words (dozens of them) that no question is left
	// which does not hold one of them.
	ErrNames = errors.New("no question can be asked without naming the brand")
)

// Profile is what is known of the brand. Only Name and Introduction are always there.
type Profile struct {
	Name          string
	Aliases       []string
	Introduction  string
	ProductType   string
	MarketingGoal string
	CoreAudience  string
	Keywords      []string
	SellingPoints []string
}

// Existing is what must not be drafted again. A topic's name is reused when it stands for the same thing.
type Existing struct {
	Topics      []string
	Prompts     []string
	Competitors []string
}

// Draft is the result: only topics with at least one prompt, in the order of the journey.
type Draft struct {
	Topics      []Topic
	Competitors []Competitor
}

// Topic groups prompts. Name is one of Existing.Topics, letter for letter, when the topic is already there.
type Topic struct {
	Name        string
	Description string
	Region      string
	Language    string
	Stage       string
	Prompts     []Prompt
}

// Prompt is one question. Branded ones name the brand and count for sentiment alone.
type Prompt struct {
	Text    string
	Types   []string
	Stage   string
	Branded bool
}

// Competitor is a guess: a well-known name of the same category, or one the introduction itself mentions.
type Competitor struct {
	Name        string
	Aliases     []string
	Description string
}

// Offline drafts exactly count prompts (1..MaxCount) that repeat neither each other nor have.Prompts after Fold. At most
// a third of them name the brand, and at least one does when count >= 3 and the name has a letter, a digit or a symbol.
// It answers ErrCount, or ErrNames in the absurd case that the aliases leave no words to ask with.
func Offline(p Profile, count int, have Existing) (Draft, error) {
	if count < 1 || count > MaxCount {
		return Draft{}, fmt.Errorf("%w, got %d", ErrCount, count)
	}
	r := read(p)
	rivals := competitors(r, have.Competitors)
	r.nameRivals(have.Competitors, rivals)
	d := newDrawing(r, have.Prompts)
	d.fill(count)
	if len(d.out) < count {
		return Draft{}, ErrNames
	}
	return Draft{Topics: group(r.lexicon, d.out, have.Topics), Competitors: rivals}, nil
}
