package sentiment

// owner is the names a part of the text is about: tokens[first:last].
type owner struct{ first, last int32 }

func (o owner) none() bool { return o.first >= o.last }

// section is a heading, a list item or a line that leads into a list, and
// what it lays upon the lines below it.
type section struct {
	level   int32
	owner   owner
	tone    float32 // "brands to avoid:" judges the names listed below
	label   int8    // 1 below "Pros:", -1 below "Cons:"
	counted bool    // what is listed under the label has been judged
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
	intro    section             // a lead that headings follow, with the level of these
	columns  [maxColumns]section // of the table
	last     shape               // of the last line that was not blank
	gap      bool                // a blank line came since
}

func (o *outline) reset() { *o = outline{} }

// enter closes the sections that a line of this shape ends.
func (o *outline) enter(l line) {
	switch l.shape {
	case heading:
		for level := l.level; level <= boldLevel; level++ {
			o.headings[level] = section{}
		}
		switch {
		case o.last == plain && o.lead.tone != 0:
			o.intro = section{level: l.level, tone: o.lead.tone}
		case l.level < o.intro.level:
			o.intro = section{}
		}
		o.depth, o.lead = 0, section{}
	case item:
		for o.depth > 0 && o.items[o.depth-1].level >= l.level {
			o.depth--
		}
	case plain:
		if o.last != item || o.gap && l.level == 0 {
			o.depth, o.lead = 0, section{}
		}
	case row:
		if l.head || o.last != row || o.gap {
			o.columns = [maxColumns]section{}
		}
	}
}

// above gives the nearest owner, tone and label that hold at a line.
func (o *outline) above(l line) (about owner, tone float32, label *section) {
	under := func(s *section) {
		if !about.none() {
			return
		}
		about = s.owner
		if tone == 0 {
			tone = s.tone
		}
		if label == nil && s.label != 0 {
			label = s
		}
	}
	for n := o.depth - 1; n >= 0; n-- {
		under(&o.items[n])
	}
	under(&o.lead)
	for level := boldLevel; level > 0; level-- {
		under(&o.headings[level])
	}
	if l.shape == heading && tone == 0 && about.none() {
		tone = o.intro.tone
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
