package kit

// The button goes system → light → dark.
func themeAfter(theme string) string {
	switch theme {
	case "light":
		return "dark"
	case "dark":
		return "auto"
	}
	return "light"
}

func themeIcon(theme string) string {
	switch theme {
	case "light":
		return "sun"
	case "dark":
		return "moon"
	}
	return "auto"
}

func themeLabel(theme string) string {
	switch theme {
	case "light":
		return Key("外观：浅色")
	case "dark":
		return Key("外观：深色")
	}
	return Key("外观：跟随系统")
}
