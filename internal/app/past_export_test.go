package app

import "renown/internal/simulator/story"

// OpenPast lets tests have runs in the past.
func (a *App) OpenPast() *story.Past { return a.storyteller().OpenPast() }
