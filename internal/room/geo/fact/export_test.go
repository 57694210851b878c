package fact

// InPieces has every job read one answer.
func (f *Facts) InPieces() *Facts {
	f.batch, f.piece = 1, 1
	return f
}
