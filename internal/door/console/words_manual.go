package console

var manualWords = words{
	"由发布的接口描述生成；描述本身是英文的。": "Made from the published description.", "下载接口描述": "Download the description", "目录": "Contents of the page", "概述": "Introduction to the API", "代码表": "Codes", "以 code 判断，不要看 msg": "decide by code, never by msg", "代码": "Code", "条件": "Condition", "附带": "Detail",
	"参数": "Parameters", "请求体": "Request body", "请求示例": "Request example", "回答的 data": "data of the answer", "回答示例": "Answer example", "可能的代码": "May answer", "必填": "required",
}
