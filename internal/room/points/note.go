package points

// Note is what an entry of the ledger is for: a code that is said in the reader's language.
type Note string

const (
	NoteGranted    Note = "granted"
	NoteUpgraded   Note = "upgraded"
	NoteLapsed     Note = "lapsed"
	NoteOverdue    Note = "overdue" // came back from an ended cycle and is more than may be saved up
	NoteSubmitted  Note = "submitted"
	NoteWithdrawn  Note = "withdrawn"
	NoteRejected   Note = "rejected"
	NoteUnreviewed Note = "unreviewed"
	NoteUnrevised  Note = "unrevised"
	NotePublished  Note = "published"
	NoteFailed     Note = "failed"

	noteAdjusted Note = "adjusted" // with the operator's reason
)

// Adjusted is the note of an adjustment for this reason.
func Adjusted(reason string) Note { return noteAdjusted + ":" + Note(reason) }
