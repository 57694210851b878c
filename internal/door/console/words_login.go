package console

var loginWords = words{
	"被问起时，": "When they are asked,", "答案里有没有你。": "do the answers name you?",
	"声闻每天向 AI 助手提问，记下它们怎么说到你。": "Renown asks the AI assistants every day and keeps what they say about you.",
	"每个数字都带着区间：知道多少，就说多少。":     "Every figure comes with its interval: we say as much as we know.",
	"登录": "Log in", "邮箱": "E-mail", "密码": "Password", "还没有账号？": "No account yet?", "注册，试用 7 天": "Register, 7 days on trial", "忘记密码": "Forgot password",
	"忘记密码？请联系管理员重置。": "Forgot your password? Ask an operator to reset it.",
	"注册": "Register", "工作邮箱": "Work e-mail", "至少 8 个字符": "At least 8 characters", "注册并开始试用": "Register and start the trial", "7 天试用，无需付款方式": "7 days on trial, no payment method needed",
	"%d 个平台，%d 个意图词，每天 %d 次检测": "%d platforms, %d prompts, %d run a day", "%d 积分，可发布文章": "%d points for publishing", "已有账号？": "Have an account? ",
	"这里不开放注册，账号由管理员创建。": "Registration is closed here; an operator creates accounts.",
	"请查收邮件": "Look into your mail", "我们向 %s 寄去了一封邮件，点击其中的链接完成验证后即可登录。": "We sent a mail to %s. Follow its link, then log in.",
	"去登录": "Go to log-in", "返回登录": "Back to log-in", "找回密码": "Reset your password", "我们会寄去一封带链接的邮件，一小时内有效": "We send a mail with a link that works for one hour",
	"寄送重置邮件": "Send the mail", "如果这个邮箱注册过，重置邮件已经寄出。": "If this address is registered, the mail is on its way.",
	"设置新密码": "Choose a new password", "新密码": "New password", "至少 8 个字符。设置后，所有已登录的浏览器都会退出": "At least 8 characters. All browsers will be logged out",
	"新密码已生效，请登录": "The new password is in force; log in", "验证邮箱": "Verify your e-mail", "点击下面的按钮，确认这个邮箱是你的。": "Press the button to confirm that this address is yours.",
	"确认邮箱": "Confirm", "邮箱已验证": "Address verified",
}

var accountWords = words{
	"已登录的浏览器": "Browsers logged in", "不认识的，请立即结束并修改密码": "End what you do not recognise, and change your password", "浏览器": "Browser", "地址": "Address", "登录时间": "Since",
	"最近使用": "Last used", "当前": "this one", "结束": "End", "已结束": "Ended", "显示": "Display", "时区": "Time zone",
	"页面上的时间按它显示；检测次数始终按北京时间的日期计算": "Times are shown in it; runs are always counted by the Beijing day",
	"修改密码": "Change password", "原密码": "Old password", "至少 8 个字符。修改后，其他浏览器都会退出": "At least 8 characters. Other browsers will be logged out",
	"密码已修改，其他浏览器已退出": "Password changed; other browsers are logged out", "未知浏览器": "Unknown browser",
	"北京": "Beijing", "东京": "Tokyo", "新加坡": "Singapore", "迪拜": "Dubai", "柏林": "Berlin", "伦敦": "London", "纽约": "New York", "洛杉矶": "Los Angeles", "悉尼": "Sydney",
}
