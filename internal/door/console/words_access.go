package console

var keyWords = words{
	"读取品牌、意图词、竞品、监测与分析": "read brands, prompts, competitors, runs and analyses", "新建与修改品牌、主题、意图词、竞品": "create and change brands, topics, prompts, competitors", "发起与停止监测，消耗检测次数": "start and stop runs; spends the daily number",
	"读取媒体库、积分与订单": "read media, points and orders", "提交与撤回订单，消耗积分": "submit and withdraw orders; spends points", "请至少选一项权限": "Choose at least one scope", "密钥已吊销": "Key revoked", "与控制台同一账号、同一额度、同一数据。": "The same account, quota and data as the console.",
	"先建一个品牌": "Create a brand first", "密钥看到的是个人空间里的品牌。个人空间里有了品牌，就能在这里创建密钥。": "Keys see the brands of your personal space. Once there is one, keys can be made here.",
	"与控制台同一账号、同一额度、同一数据。密钥等同账号，请勿放进浏览器或代码仓库。": "The same account, quota and data as the console. A key is as good as the account: keep it out of browsers and repositories.",
	"密钥已创建：%s": "Key created: %s", "只显示这一次。关闭后无法再查看，丢失请吊销后重建。": "Shown this once. It cannot be seen again; when lost, revoke it and make another.", "已妥善保存": "I have saved it", "密钥": "Keys", "只存摘要，看不到原文": "only digests are kept",
	"还没有密钥": "No keys yet", "给每个程序一把单独的密钥，只给它需要的权限；不用了就吊销。": "Give each program a key of its own with the scopes it needs; revoke it when done.", "权限": "Scopes", "从未": "never", "已吊销": "revoked", "有效": "in force", "吊销": "Revoke",
	"吊销「%s」？": "Revoke “%s”?", "使用它的程序会立刻收到 401。吊销后不能恢复。": "Programs that use it get 401 at once. It cannot be undone.", "吊销密钥": "Revoke the key", "新建密钥": "New key", "例如：报表同步": "for example: reports", "全部权限": "Everything", "只给下面选中的": "Only what is ticked below",
	"创建后不能更改。": "It cannot be changed later.", "创建密钥": "Create the key",
}

var planWords = words{
	"用量": "Usage", "启用的意图词": "Enabled prompts", "个人空间与你拥有的团队合计": "your personal space and the teams you own together", "团队空间用的是所有者的套餐；这里是你自己的套餐与用量。": "A team space lives on its owner's plan; this is your own plan and usage.", "个人空间的品牌": "Brands in the personal space", "有效的 API 密钥": "API keys in force", "导出数据": "Export", "账号、品牌、意图词、竞品、监测与全部回答，一个 JSON 文件": "account, brands, prompts, competitors, runs and all answers in one JSON file",
	"导出我的数据": "Export my data", "删除账号": "Delete the account", "立即删除账号与全部数据：品牌、回答、密钥、订单，以及你拥有的团队空间。不能恢复，建议先导出。": "Deletes the account and all data at once: brands, answers, keys, orders, and the team spaces you own. It cannot be undone; export first.",
	"输入密码确认": "Your password", "我知道这不能恢复": "I know that this cannot be undone", "永久删除账号": "Delete the account for good", "已到期": "expired", "%d 个": "%d", "%d 条": "%d", "每日检测": "Runs a day", "两次检测间隔": "Between two runs", "每期积分": "Points a cycle", "到期": "Expires", "不到期": "does not expire",
	"更换套餐或续期，请联系管理员。": "To change or renew the plan, talk to your operator.", "请勾选确认": "Tick to confirm", "账号与全部数据已删除": "The account and all data are deleted",
}

var teamWords = words{
	"和同事共用品牌、内容与订单。团队空间里的检测、意图词与积分用所有者的套餐。": "Share brands, contents and orders with colleagues. Runs, prompts and points of a team space are those of its owner's plan.", "API 密钥只能看到个人空间，团队空间里的品牌与订单对任何密钥都不可见。": "API keys see your personal space only; brands and orders of team spaces are invisible to every key.",
	"空间列表": "List of spaces", "空间": "Space", "角色": "Role", "切换到这里": "Switch here", "新建团队": "New team", "团队名称": "Team name", "例如：星澜市场部": "for example: marketing", "全部空间": "All spaces", "邀请 %s 的链接": "Link for %s",
	"只显示这一次，7 天内有效，用一次即失效。请自己转给对方。": "Shown this once; valid for 7 days and for one use. Pass it on yourself.", "成员": "Member", "加入": "Joined", "离开": "Leave", "离开「%s」？": "Leave “%s”?", "之后要再次被邀请才能进来。": "You will need another invitation to come back.", "离开团队": "Leave the team",
	"移出": "Remove from team", "移出 %s？": "Remove %s?", "对方立刻看不到这个空间。": "They lose sight of this space at once.", "移出团队": "Take out of the team", "等待接受的邀请": "Open invitations", "有效期至": "Valid until", "邀请同事": "Invite a colleague", "发出邀请": "Invite", "将以 %s 的身份加入。": "You will join as %s.",
	"撤回邀请": "Withdraw", "已撤回邀请，链接作废": "The invitation is withdrawn; its link is worthless", "改名": "Rename", "保存名称": "Save the name", "已改名": "Renamed", "删除团队": "Delete the team", "永久删除团队": "Delete the team for good", "输入团队名称「%s」确认": "Type the team's name “%s” to confirm",
	"立即删除这个空间里的品牌、回答、内容与订单记录，所有成员都看不到了。不能恢复，建议先在「套餐与用量」导出数据。": "Deletes the brands, answers, contents and orders of this space at once; no member sees them any more. It cannot be undone: export your data under “Plan and usage” first.",
	"有监测在进行、今天发起过监测，或有订单还没有结果时不能删除。":                          "It cannot be deleted while a run is in progress, on a day on which a run was started, or while an order is open.", "已删除团队与其中的全部数据": "The team and all its data are deleted",
	"接受邀请": "Accept the invitation", "加入团队": "Join a team", "所有者": "Owner", "邀请已寄到 %s": "The invitation is on its way to %s", "已离开团队": "You have left the team", "已移出团队": "Removed from the team", "已加入团队": "You have joined the team",
}
