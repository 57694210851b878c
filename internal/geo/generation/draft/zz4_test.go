package draft
import ("testing";"fmt")
func TestNN(t *testing.T){
 for _,p:=range []Profile{
  {Name:"好",Introduction:"一家专注于家用净水器的公司"},
  {Name:"推荐",Introduction:"一款面向学生的笔记软件"},
  {Name:"咖啡",Introduction:"咖啡连锁品牌"},
  {Name:"苹果",Introduction:"苹果公司设计手机与电脑",Keywords:[]string{"苹果手机","iPhone","平板电脑"}},
  {Name:"On",Introduction:"On makes running shoes for everyone.",SellingPoints:[]string{"CloudTec cushioning","lightweight"}},
  {Name:"A",Introduction:"A is a coffee roaster."},
  {Name:"Best",Introduction:"Best is a hotel chain"},
  {Name:"e",Introduction:"e is a mobile banking app for freelancers"},
  {Name:"什么",Introduction:"什么是一个茶饮品牌"},
  {Name:"Running Shoes Co",Aliases:[]string{"Running Shoes"},Introduction:"Running Shoes Co sells running shoes online."},
  {Name:"小米",Introduction:"小米是一家以智能手机、智能硬件和 IoT 平台为核心的消费电子及智能制造公司。",CoreAudience:"年轻人、米粉",SellingPoints:[]string{"感动人心、价格厚道","性价比高","全屋智能联动"}},
  {Name:"Acme",Introduction:"We help small law firms win more clients with automated intake.",ProductType:"saas",CoreAudience:"small law firms",Keywords:[]string{"legal intake software","client intake","law firm CRM"},SellingPoints:[]string{"24/7 answering","Set up in one day","HIPAA compliant"}},
  {Name:"瑞幸咖啡",Introduction:"中国领先的咖啡连锁品牌",ProductType:"coffee"},
  {Name:"安心居",Introduction:"安心居为老人提供居家养老服务，覆盖助浴、陪诊、护理等项目。",CoreAudience:"空巢老人、子女在外地的家庭",Keywords:[]string{"居家养老","上门护理","陪诊"},SellingPoints:[]string{"护理员持证上岗","24小时响应","可上门评估"}},
  {Name:"Юнона",Introduction:"Магазин детской одежды"},
  {Name:"声闻",Introduction:"声闻是一个监测品牌在 AI 助手回答中可见度的 GEO 平台，帮助市场团队了解豆包、DeepSeek 如何提到自己。",ProductType:"saas",CoreAudience:"品牌市场团队、公关公司",Keywords:[]string{"GEO","AI 搜索优化","品牌可见度","生成式引擎优化"},SellingPoints:[]string{"每个数字都带置信区间","支持私有化部署","覆盖六个平台"}},
 }{
  d,err:=Offline(p,22,Existing{}); if err!=nil {t.Error(p.Name,err);continue}
  r:=read(p)
  fmt.Print("## ",p.Name," -> ",r.kind.id," class ",r.class," nouns:"); for _,w:=range r.nouns {fmt.Print(w.text,",")}; 
  for _,l:=range []string{"sp","rel","point","who","skill"} { fmt.Print("  ",l,": "); for _,w:=range r.own[l]{fmt.Print(w.text,", ")}}
  fmt.Println()
  for _,tp:=range d.Topics { for _,q:=range tp.Prompts { fmt.Println("  ",q.Text)}}
  for _,c:=range d.Competitors {fmt.Print(c.Name," ")}; fmt.Println()
 }
}
