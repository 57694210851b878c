// The console works without this file. With it, filters, toggles and progress change in place.
//
//   data-swap="id …"   on a link or form: fetch it, replace these elements of the page ("main" when empty), keep the URL right
//   data-auto          on a field: its form is sent when it changes; on a search field while typing
//   data-poll="ms"     on an element with an id: fetch the page again and replace it, for as long as it says so
//   data-copy="id"     on a button: copy that element's text
//   data-menu          on a <details>: closes on Escape, on a click elsewhere and when the focus leaves it
//   data-close         inside one: closes it
//   data-check="name"  on a checkbox: ticks all of that name in its form
//   data-count="id"    on a form: that element shows how many boxes are ticked
//   data-drawer        on an element: takes focus when it appears; inside it, data-step="key" is followed by that key
//   data-once="path"   on what answers a form and is shown this once: loading the page anew leads there and does not send the form again
//   data-key="x"       on a link of the list of shortcuts: g x leads there
//   data-narrow        on a field in a menu: links beside it whose text does not have what was typed in it are hidden
(function () {
  "use strict";
  var root = document.documentElement;

  // ---- swapping parts of the page
  function regions(names) {
    var list = (names || "").split(/\s+/).filter(Boolean);
    return list.length ? list : ["main"];
  }
  var opener; // the link that opened a drawer
  // counterpart is what has the focus in a part instead of what had it in the old one: what leads to the same place or says the same, the
  // nearest of them, or else what stands there now.
  var stops = "a[href], summary, button, select, textarea, input:not([type=hidden])";
  function counterpart(focus, old, here) {
    var place = Array.prototype.indexOf.call(old.querySelectorAll(stops), focus), fresh = Array.from(here.querySelectorAll(stops));
    function nearest(like) {
      var found = fresh.filter(like).map(function (e) { return [Math.abs(fresh.indexOf(e) - place), e]; }).sort(function (a, b) { return a[0] - b[0]; });
      return found.length ? found[0][1] : null;
    }
    var there = focus.getAttribute("href"), said = focus.textContent.trim();
    var found = nearest(function (e) { return there && e.getAttribute("href") === there; }) ||
      nearest(function (e) { return said && e.tagName === focus.tagName && e.textContent.trim() === said; }) || fresh[Math.min(place, fresh.length - 1)];
    return found && found.closest("details:not([open]) > :not(summary)") ? found.closest("details:not([open])").querySelector("summary") : found;
  }
  function drawerIn(part) { return part.matches("[data-drawer]") ? part : part.querySelector("[data-drawer]"); }
  function replace(page, names, anew) {
    var focus = document.activeElement, focusId = focus && focus.id, start = focus && focus.selectionStart;
    names.concat("toasts", "rail").forEach(function (id) {
      var old = document.getElementById(id), fresh = page.getElementById(id);
      if (!old || !fresh || old.isEqualNode(fresh)) return;
      if (!anew && focus && old.contains(focus) && focus.matches("input[type=search],input[type=text]")) {
        var twin = page.getElementById(focusId); // what is being typed stays
        if (twin) twin.value = focus.value;
      }
      var held = focus && focus !== document.body && old.contains(focus);
      old.replaceWith(document.importNode(fresh, true));
      var here = document.getElementById(id);
      enhance(here);
      var drawer = drawerIn(here), next = held && document.getElementById(focusId) || (held || !anew) && drawer;
      if (held && !next) next = opener && drawerIn(old) && here.querySelector('a[href="' + CSS.escape(opener) + '"]') || counterpart(focus, old, here);
      if (next) next.focus({ preventScroll: true });
    });
    document.title = page.title;
    var again = document.activeElement;
    if (again !== focus && again.id && again.id === focusId && start != null) try { again.setSelectionRange(start, start); } catch (e) { /* not a text field */ }
  }
  // A press is finished before its element goes: a click that begins on one element and ends on another reaches neither.
  var pressed = false, waiting = [];
  function unpressed(work) { if (pressed) waiting.push(work); else work(); }
  function released() { setTimeout(function () { pressed = false; waiting.splice(0).forEach(function (work) { work(); }); }); } // after the click
  addEventListener("pointerdown", function (event) { if (!event.button) pressed = true; }, true);
  addEventListener("pointerup", released, true);
  addEventListener("pointercancel", released, true);
  addEventListener("blur", released); // the window's: the release happens elsewhere
  // ---- a button that is pressed twice sends its form once. Who has stopped the page may press again after a while.
  var underWay = new WeakMap(), patience = 10000; // ms
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post" || !event.submitter) return; // a switch may be turned back at once
    if (event.timeStamp - underWay.get(form) < patience) { event.preventDefault(); event.stopImmediatePropagation(); return; }
    underWay.set(form, event.timeStamp);
    root.setAttribute("data-busy", "");
  }, true);
  addEventListener("pageshow", function (event) { if (event.persisted) { underWay = new WeakMap(); root.removeAttribute("data-busy"); } }); // by going back
  // ---- what was written when the session had ended: kept in this tab over the log-in, for the same account and page
  var written = "textarea, input:is([type=text], [type=url], [type=email], :not([type])):not([autocomplete=one-time-code])", kept = "renown-written";
  function account() { var menu = document.querySelector("#bar .end .menu summary"); return menu && menu.textContent; }
  function keep(form) {
    if (form.method !== "post" || !account() || !form.querySelector(written)) return;
    var texts = Array.prototype.filter.call(form.elements, function (e) { return e.name && e.matches(written); }).map(function (e) { return [e.name, e.value]; });
    try { sessionStorage.setItem(kept, JSON.stringify({ account: account(), at: address(), action: form.getAttribute("action"), texts: texts })); } catch (e) { /* full, or not allowed */ }
  }
  function forget() { try { sessionStorage.removeItem(kept); } catch (e) { /* not allowed */ } }
  function restore() {
    if (!account()) return; // not logged in yet
    var last = null;
    try { last = JSON.parse(sessionStorage.getItem(kept)); } catch (e) { /* not allowed */ }
    forget();
    if (!last || last.account !== account() || last.at !== address() || !/\/login/.test(document.referrer)) return;
    var form = document.querySelector('form[action="' + CSS.escape(last.action) + '"]');
    if (!form) return;
    last.texts.forEach(function (pair) { var field = form.elements[pair[0]]; if (field && field.matches && field.matches(written)) field.value = pair[1]; });
    notice(document.body.dataset.kept);
  }
  document.addEventListener("submit", function (event) { keep(event.target); }, true);

  var latest = 0;
  function load(url, options, names, after) {
    var turn = ++latest;
    root.setAttribute("data-busy", "");
    fetch(url, Object.assign({ credentials: "same-origin", headers: { Accept: "text/html" } }, options)).then(function (response) {
      if (!/text\/html/.test(response.headers.get("Content-Type") || "")) { location.assign(url); return; }
      return response.text().then(function (text) { unpressed(function () {
        if (turn !== latest) return; // a later one has been asked for
        var page = new DOMParser().parseFromString(text, "text/html");
        var here = names.every(function (id) { return id === "main" || (document.getElementById(id) && page.getElementById(id)); });
        if (!here && response.ok && response.redirected) { location.assign(response.url); return; }
        if (!page.getElementById("rail") && document.getElementById("rail")) { location.assign(response.url); return; } // logged out
        forget();
        replace(page, here ? names.concat("views") : ["main"], !after);
        if (after) after(response);
      }); });
    }).catch(function () {
      if (options && options.form) {
        if (!options.form.querySelector(written)) options.form.reset(); // a switch goes back, a text stays
        return notice(document.body.dataset.offline);
      }
      location.assign(url);
    }).finally(function () {
      if (options) underWay.delete(options.form);
      if (turn === latest) root.removeAttribute("data-busy");
    });
  }
  function notice(text) {
    if (!text) return;
    var toast = document.createElement("div");
    toast.className = "toast";
    toast.textContent = text;
    document.getElementById("toasts").append(toast);
  }
  function address() { return location.pathname + location.search; }
  var shown = address(); // without what is behind #, which leads to a place on the page at hand
  function remember(response) {
    var url = new URL(response.url);
    if (!response.ok || url.href === location.href) return;
    history.pushState({ swapped: true }, "", url.href);
    shown = address();
    document.querySelectorAll('form[action="/preferences"] input[name=back]').forEach(function (back) { back.value = url.pathname + url.search; });
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-swap]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin) return;
    event.preventDefault();
    var menu = link.closest("details[data-menu]");
    closeMenus();
    if (menu) menu.querySelector("summary").focus({ preventScroll: true }); // what is folded away cannot keep it
    if (/#answer$/.test(link.href)) opener = link.getAttribute("href");
    load(link.href, null, regions(link.dataset.swap), remember);
  });
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.hasAttribute("data-swap") || event.defaultPrevented) return;
    event.preventDefault();
    var data = new FormData(form, event.submitter), names = regions(form.dataset.swap);
    var action = new URL(form.getAttribute("action"), location.href); // form.action may be a button of that name
    if (form.getAttribute("method") === "get") {
      var url = action;
      var query = new URLSearchParams();
      data.forEach(function (value, name) { if (value !== "") query.append(name, value); });
      url.search = query.toString();
      return load(url.href, null, names, remember);
    }
    load(action.href, { method: "POST", body: new URLSearchParams(data), form: form }, names, remember);
  });
  addEventListener("popstate", function () {
    if (address() === shown) return;
    shown = address();
    load(location.href, null, ["main", "bar"]); // the bar holds filters
  });

  var typing;
  document.addEventListener("input", function (event) {
    var field = event.target;
    if (field.matches("[data-narrow]")) {
      field.closest(".pop").querySelectorAll("a:has(.seal)").forEach(function (link) { link.hidden = !link.textContent.toLowerCase().includes(field.value.toLowerCase()); });
    }
    if (!field.matches("input[type=search][data-auto]")) return;
    clearTimeout(typing);
    typing = setTimeout(function () { field.form.requestSubmit(); }, 250);
  });
  document.addEventListener("change", function (event) {
    var field = event.target;
    if (field.matches("[data-auto]:not([type=search])")) field.form.requestSubmit();
    if (field.matches("[data-check]")) {
      Array.prototype.forEach.call(field.form.elements, function (box) { if (box.name === field.dataset.check && !box.disabled) box.checked = field.checked; });
    }
    counted(field.form);
  });
  function counted(form) {
    if (!form || !form.dataset.count) return;
    var at = document.getElementById(form.dataset.count);
    if (at) at.textContent = Array.prototype.filter.call(form.elements, function (e) { return e.matches("input[type=checkbox]:checked:not([data-check])"); }).length;
  }

  // ---- polling
  function poll(element) {
    setTimeout(function () {
      if (!element.isConnected) return;
      if (document.hidden || element.contains(document.activeElement) && document.activeElement.matches("input,textarea,select")) return poll(element);
      var names = regions(element.dataset.polls || element.id);
      fetch(location.href, { credentials: "same-origin" }).then(function (r) { return r.ok && !r.redirected ? r.text() : ""; }).then(function (text) {
        var page = text && new DOMParser().parseFromString(text, "text/html");
        if (!page || !page.getElementById(names[0])) return poll(element);
        unpressed(function () {
          if (element.isConnected) replace(page, names);
          if (element.isConnected) poll(element); // nothing had changed
        });
      }).catch(function () { poll(element); });
    }, Number(element.dataset.poll) || 3000);
  }

  // ---- menus, copying, toasts, theme
  function closeMenus(but) {
    document.querySelectorAll("details[data-menu][open]").forEach(function (menu) { if (!but || !menu.contains(but)) menu.open = false; });
  }
  document.addEventListener("click", function (event) {
    var close = event.target.closest("[data-close]");
    if (close) { event.preventDefault(); var shut = close.closest("details"); shut.open = false; shut.querySelector("summary").focus(); return; }
    if (event.target.matches(".veil")) { event.target.closest("details").open = false; return; }
    closeMenus(event.target);
    var copy = event.target.closest("[data-copy]");
    if (copy) {
      navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).textContent.trim()).then(function () {
        var label = copy.querySelector("span"), before = label.textContent;
        label.textContent = copy.dataset.copied;
        setTimeout(function () { label.textContent = before; }, 1600);
      });
    }
  });
  document.addEventListener("focusin", function (event) { closeMenus(event.target); }); // nobody goes on behind a dialog that is open
  var gone = 0; // when g was pressed
  document.addEventListener("keydown", function (event) {
    var typed = event.target.matches("input,textarea,select,[contenteditable]"), bare = !event.metaKey && !event.ctrlKey && !event.altKey;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && document.querySelector("[data-find]")) { event.preventDefault(); return find(); }
    if (document.querySelector("dialog[open]")) return;
    var open = event.key === "Escape" && document.querySelector("details[data-menu][open]");
    if (open) { open.open = false; open.querySelector("summary").focus(); return; }
    if (!bare || typed) return;
    var step = document.querySelector('[data-drawer] a[data-step="' + CSS.escape(event.key) + '"]');
    if (step) { event.preventDefault(); return step.click(); }
    if (event.key === "/") {
      var search = document.querySelector("input[type=search]");
      if (search) { event.preventDefault(); search.focus(); }
    }
    var help = event.key === "?" && document.getElementById("keys-help");
    if (help) return help.showModal();
    var to = event.timeStamp - gone < 1500 && document.querySelector('#keys-help a[data-key="' + CSS.escape(event.key) + '"]');
    gone = event.key === "g" ? event.timeStamp : -1e4;
    if (to) to.click();
  });

  // ---- Ctrl-K: what /search finds, in a dialog
  var finder;
  function find() {
    if (finder) { finder.showModal(); return finder.querySelector("input").select(); }
    finder = document.createElement("dialog");
    finder.className = "finder";
    document.body.append(finder);
    ask("", function (page) {
      finder.append(document.importNode(page.getElementById("finder-body"), true));
      finder.setAttribute("aria-label", finder.querySelector("h1").textContent);
      finder.showModal();
    });
    finder.addEventListener("click", function (event) { if (event.target === finder) finder.close(); });
    finder.addEventListener("input", function () {
      clearTimeout(typing);
      typing = setTimeout(function () {
        var q = finder.querySelector("input").value;
        ask(q, function (page) {
          if (finder.querySelector("input").value === q) finder.querySelector("#found").replaceWith(document.importNode(page.getElementById("found"), true));
        });
      }, 200);
    });
    finder.addEventListener("submit", function (event) { event.preventDefault(); var first = finder.querySelector("#found a"); if (first) first.click(); });
    finder.addEventListener("keydown", function (event) {
      var by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      var stops = Array.prototype.slice.call(finder.querySelectorAll("input, #found a"));
      stops[(stops.indexOf(document.activeElement) + by + stops.length) % stops.length].focus();
    });
  }
  function ask(q, show) {
    fetch("/search?q=" + encodeURIComponent(q), { credentials: "same-origin" }).then(function (r) { return r.text(); }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      if (page.getElementById("finder-body")) show(page); else location.assign("/search");
    }).catch(function () { location.assign("/search"); });
  }
  document.addEventListener("click", function (event) {
    if (!event.target.closest("[data-find]") || event.metaKey || event.ctrlKey || location.pathname === "/search") return;
    event.preventDefault();
    find();
  });
  document.addEventListener("submit", function (event) {
    var form = event.target.closest("[data-theme-form]");
    if (!form) return;
    event.preventDefault();
    var button = form.querySelector("button"), theme = button.value;
    if (theme === "auto") delete root.dataset.theme; else root.dataset.theme = theme;
    fetch(form.action, { method: "POST", body: new URLSearchParams({ theme: theme, back: form.back.value }) }).then(function (r) { return r.text(); }).then(function (text) {
      var fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-theme-form]");
      if (fresh) { form.replaceWith(fresh); fresh.querySelector("button").focus(); }
      root.removeAttribute("data-busy");
      dispatchEvent(new Event("themechange"));
    });
  });

  // enhance prepares what a page, or a part that came later, holds.
  function enhance(part) {
    if (!part) return;
    var all = function (selector, work) { if (part.matches && part.matches(selector)) work(part); part.querySelectorAll(selector).forEach(work); };
    all("[data-poll]", poll);
    all("[data-once]", function (shown) { history.replaceState(history.state, "", shown.dataset.once); });
    all("[data-copy]", function (button) { if (navigator.clipboard) button.hidden = false; });
    all("form[data-count]", counted);
    all(".toast", function (toast) { setTimeout(function () { toast.remove(); }, toast.querySelector("form") ? 60000 : 7000); });
  }
  root.classList.add("scripted");
  enhance(document);
  restore();
})();
