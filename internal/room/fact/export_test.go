package fact

// InPieces has every job read one answer.
func (f *Facts) InPieces() *Facts {
	f.batch, f.piece = 1, 1
	return f
}

// WithWords is the room with another bound of the words of a sheet, in bytes.
func (f *Facts) WithWords(most int) *Facts {
	other := *f
	other.words = most
	return &other
}
