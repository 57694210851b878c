package browsertest

// calm is how high pages may be at 1440 pixels, with folds closed, and where their first button stands at the latest.
var calm = map[string]struct{ height, button int64 }{
	"overview":      {1700, 1000}, // the demo's offer of a tour stands above
	"opportunities": {1350, 900},
	"leaders":       {1350, 0},
	"settings":      {900, 0},
}

// calm holds a page against its height, the words of its first screen and the place of its first button.
func (b *tab) calm(name string) {
	b.t.Helper()
	limit, held := calm[name]
	if !held {
		return
	}
	const script = `(() => {
		const main = document.querySelector("main"), said = [], walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const range = document.createRange();
			range.selectNodeContents(walk.currentNode);
			const box = range.getBoundingClientRect();
			if (box.width > 1 && box.height > 1 && box.top < 900 && walk.currentNode.parentElement.checkVisibility()) said.push(walk.currentNode.textContent);
		}
		const text = said.join(" "), han = text.match(/\p{Script=Han}/gu) || [];
		const rest = text.replace(/\p{Script=Han}/gu, " ").match(/[\p{L}\p{N}][\p{L}\p{N}.,%–-]*/gu) || [];
		const button = document.querySelector("main .todo3 .btn-primary, main .opp .btn-primary");
		return [document.documentElement.scrollHeight, han.length + rest.length, button ? Math.round(button.getBoundingClientRect().bottom) : 0];
	})()`
	got := ask[[]int64](b, script)
	b.t.Logf("%s: %d pixels high, %d words, button at %d", name, got[0], got[1], got[2])
	if got[0] > limit.height || got[1] > 320 || got[2] > max(limit.button, 1) && limit.button > 0 {
		b.t.Errorf("%s is %d pixels high with %d words above the fold and its button at %d", name, got[0], got[1], got[2])
	}
}
