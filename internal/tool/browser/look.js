// look tells what a page shows. It only reads. recipe is the site's, question what was asked or "".
(recipe, question) => {
  const roots = [document];
  for (let i = 0; i < roots.length && i < 200; i++)
    for (const e of roots[i].querySelectorAll("*")) if (e.shadowRoot) roots.push(e.shadowRoot);
  const all = list => {
    for (const s of list || []) {
      const found = roots.flatMap(r => Array.from(r.querySelectorAll(s))).filter(seen);
      if (found.length) return found;
    }
    return [];
  };
  const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const text = e => (e.innerText || "").trim();
  const words = roots.map(r => r === document ? text(document.body || document.documentElement) : Array.from(r.children).map(text).join("\n")).join("\n");
  const sign = s => (s.Address || []).some(a => new RegExp(a).test(location.href)) || all(s.Element).length > 0 || (s.Words || []).some(w => words.includes(w));
  const place = e => {
    if (!e) return [];
    e.scrollIntoView({ block: "center", behavior: "instant" });
    const r = e.getClientRects()[0];
    return r ? [r.left + r.width / 2, r.top + r.height / 2] : [];
  };
  const isInput = e => e.matches("textarea, [contenteditable=''], [contenteditable='true'], [role='textbox'], input[type='text'], input:not([type])");
  const holds = e => e ? ("value" in e && e.value !== undefined ? e.value : text(e)) : "";
  // By roles: of the fields that can be typed into, the largest.
  const size = e => e.getBoundingClientRect().width * e.getBoundingClientRect().height;
  const field = all(recipe.Input)[0] || (recipe.Input || []).length === 0 &&
    roots.flatMap(r => Array.from(r.querySelectorAll("*"))).filter(e => isInput(e) && seen(e) && !e.disabled && !e.readOnly).sort((a, b) => size(b) - size(a))[0] || null;
  // By place: what follows the question's own last echo, down to the field that was typed into.
  const below = n => field && n.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING;
  const control = n => n.matches("button, [role='button'], form, nav, footer, input, textarea");
  const after = () => {
    if (!question) return [];
    const same = e => text(e).replace(/\s+/g, " ") === question.replace(/\s+/g, " ");
    const echoes = roots.flatMap(r => Array.from(r.querySelectorAll("*"))).filter(e => !isInput(e) && !e.closest("textarea, [contenteditable]") && seen(e) && same(e));
    for (let e = echoes[echoes.length - 1]; e && e !== document.body; e = e.parentElement || e.getRootNode().host) {
      const next = [];
      for (let n = e.nextElementSibling; n; n = n.nextElementSibling) if (seen(n) && text(n) && !n.contains(field) && !below(n) && !control(n)) next.push(n);
      if (next.length) return next;
    }
    return [];
  };
  const answers = (recipe.Answer || []).length ? all(recipe.Answer).slice(-1) : after();
  const stop = (recipe.Busy || []).length ? all(recipe.Busy).length > 0 :
    roots.flatMap(r => Array.from(r.querySelectorAll("button, [role='button']"))).some(e => seen(e) && /^(停止|停止生成|Stop|Stop generating)$/.test((e.getAttribute("aria-label") || text(e)).trim()));
  // By roles: the button that is called so.
  const named = (recipe.Send || []).length ? all(recipe.Send)[0] :
    roots.flatMap(r => Array.from(r.querySelectorAll("button, [role='button']"))).find(e => seen(e) && !e.disabled && /^(发送|提交|Send|Send message|Submit|↑)$/i.test((e.getAttribute("aria-label") || text(e)).trim()));
  const link = cited => a => ({ url: a.href, title: (text(a) || a.title || "").slice(0, 500), cited });
  const within = answers.flatMap(e => Array.from(e.querySelectorAll("a[href^='http']")).map(link(true)));
  const beside = all(recipe.Sources).flatMap(e => (e.matches("a") ? [e] : Array.from(e.querySelectorAll("a[href^='http']"))).map(link(false)));
  const answer = answers.map(text).join("\n\n");
  return {
    href: location.href, host: location.hostname, state: document.readyState,
    login: sign(recipe.Login), challenge: sign(recipe.Challenge), refusal: sign(recipe.Refusal), loggedIn: sign(recipe.LoggedIn),
    input: place(field), holds: holds(field), send: place(named), fresh: place(all(recipe.New)[0]), open: place(all(recipe.Open).slice(-1)[0]),
    busy: stop, length: answer.length, answer: answer.slice(0, 1 << 20), links: within.concat(beside).slice(0, 400), model: text(all(recipe.Model)[0] || document.createElement("i")).slice(0, 200),
  };
}
