package kit

// The button goes system → light → dark.
func themeAfter(theme string) string {
	return Label(map[string]string{"light": "dark", "dark": "auto"}, theme, "light")
}

func themeIcon(theme string) string {
	return Label(map[string]string{"light": "sun", "dark": "moon"}, theme, "auto")
}

func themeLabel(theme string) string {
	return Label(map[string]string{"light": Key("外观：浅色"), "dark": Key("外观：深色")}, theme, Key("外观：跟随系统"))
}
