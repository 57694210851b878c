package char

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// variants are pairs of a character in another shape (old, Japanese, or only looking the same) and the simplified one that it is read as.
const variants = "囯国囶国囻国圀国隹佳冣最㝡最苐第笫第弌一壱一弍二弐二惟唯覇霸効效穏稳旡无兂无険险値值竝并囘回廻回躰体軆体僊仙浄净寳宝実实対对専专単单戦战図图団团" +
	"円圆広广薬药気气栄荣験验検检権权価价売卖変变恵惠徳德拡扩発发歩步黒黑総总経经続续営营観观覚觉読读転转軽轻鉄铁関关隠隐雑杂霊灵顕显斉齐歯齿竜龙圧压" +
	"悪恶塩盐応应仮假帰归戯戏挙举暁晓継继剣剑厳严鉱矿済济剤剂児儿収收処处乗乘剰剩畳叠粋粹酔醉摂摄繊纤荘庄捜搜挿插蔵藏臓脏帯带択择沢泽弾弹遅迟鋳铸庁厅" +
	"聴听逓递伝传闘斗縄绳悩恼脳脑拝拜廃废抜拔払拂仏佛辺边豊丰卍万満满黙默訳译揺摇様样頼赖覧览両两猟猎塁垒齢龄暦历労劳玊王仝同宊家兟先亰京叁三柒七捌八" +
	"玖九佰百仟千靣面乄为徧遍鍳鉴髙高"

// Folded is the simplified character that a reader takes one for: traditional, compatible and variant forms are one.
func Folded(r rune) rune {
	if r < 0x2E80 {
		return r
	}
	if r <= 0x2FDF || r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F { // radicals and compatible forms
		r, _ = utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
	}
	if to, ok := folded()[r]; ok {
		r = to
	}
	return Simplified(r)
}

var folded = sync.OnceValue(func() map[rune]rune {
	all, pairs := map[rune]rune{}, []rune(variants)
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = pairs[i+1]
	}
	return all
})
