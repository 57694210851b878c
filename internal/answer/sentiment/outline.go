package sentiment

// owner is the names a part of the text is about: tokens[first:last].
type owner struct{ first, last int32 }

func (o owner) none() bool { return o.first >= o.last }

// section is a heading, a list item or a line that leads into a list, and
// what it lays upon the lines below it.
type section struct {
	level int32
	owner owner
	tone  float32 // "brands to avoid:" judges the names listed below
	label int8    // 1 below "Pros:", -1 below "Cons:"
}

const (
	maxItems   = 16
	maxColumns = 24
)

// outline keeps the sections that are open at the current line.
type outline struct {
	headings [boldLevel + 1]section
	items    [maxItems]section
	depth    int // items in use
	lead     section
	columns  [maxColumns]int8 // labels of the table's columns
	last     shape            // of the last line that was not blank
	gap      bool             // a blank line came since
}

func (o *outline) reset() { *o = outline{} }

// enter closes the sections that a line of this shape ends.
func (o *outline) enter(l line) {
	switch l.shape {
	case heading:
		for level := l.level; level <= boldLevel; level++ {
			o.headings[level] = section{}
		}
		o.depth, o.lead = 0, section{}
	case item:
		for o.depth > 0 && o.items[o.depth-1].level >= l.level {
			o.depth--
		}
	case plain:
		if l.level == 0 || o.last != item {
			o.depth, o.lead = 0, section{}
		}
	case row:
		if o.last != row || o.gap {
			o.columns = [maxColumns]int8{}
		}
	}
}

// above gives the nearest owner and tone that hold at the current line.
func (o *outline) above() (about owner, tone float32, label int8) {
	for n := o.depth - 1; n >= 0; n-- {
		about, tone, label = o.items[n].under(about, tone, label)
	}
	about, tone, label = o.lead.under(about, tone, label)
	for level := boldLevel; level > 0; level-- {
		about, tone, label = o.headings[level].under(about, tone, label)
	}
	return about, tone, label
}

// under fills what is still open from a section further out.
func (s section) under(about owner, tone float32, label int8) (owner, float32, int8) {
	if about.none() {
		about = s.owner
		if tone == 0 {
			tone = s.tone
		}
		if label == 0 {
			label = s.label
		}
	}
	return about, tone, label
}

// keep remembers what a line lays upon those below it.
func (o *outline) keep(l line, s section) {
	s.level = l.level
	switch l.shape {
	case heading:
		o.headings[l.level] = s
	case item:
		if o.depth < maxItems {
			o.items[o.depth] = s
			o.depth++
		}
	case plain:
		o.lead = s
	}
}
