// The console works without this file. With it, filters, toggles and progress change in place.
//
//   data-swap="id …"   on a link or form: fetch it, replace these elements of the page ("main" when empty), keep the URL right
//   data-auto          on a field: its form is sent when it changes; on a search field while typing
//   data-poll="ms"     on an element with an id: fetch the page again and replace it, for as long as it says so
//   data-copy="id"     on a button: copy that element's text
//   data-menu          on a <details>: closes on Escape and on a click elsewhere
//   data-close         inside one: closes it
//   data-check="name"  on a checkbox: ticks all of that name in its form
//   data-count="id"    on a form: that element shows how many boxes are ticked
//   data-chart='{…}'   on a figure: a time series, see chart.js
(function () {
  "use strict";
  var root = document.documentElement;

  // ---- swapping parts of the page
  function regions(names) {
    var list = (names || "").split(/\s+/).filter(Boolean);
    return list.length ? list : ["main"];
  }
  function replace(page, names, anew) {
    var focus = document.activeElement, focusId = focus && focus.id, start = focus && focus.selectionStart;
    names.concat("toasts", "rail").forEach(function (id) {
      var old = document.getElementById(id), fresh = page.getElementById(id);
      if (!old || !fresh || old.isEqualNode(fresh)) return;
      if (!anew && focus && old.contains(focus) && focus.matches("input[type=search],input[type=text]")) {
        var twin = page.getElementById(focusId); // what is being typed stays
        if (twin) twin.value = focus.value;
      }
      old.replaceWith(document.importNode(fresh, true));
      enhance(document.getElementById(id));
    });
    document.title = page.title;
    var again = focusId && document.getElementById(focusId);
    if (again && again !== document.activeElement) {
      again.focus({ preventScroll: true });
      if (start != null && again.setSelectionRange) try { again.setSelectionRange(start, start); } catch (e) { /* not a text field */ }
    }
  }
  var latest = 0;
  function load(url, options, names, after) {
    var turn = ++latest;
    root.setAttribute("data-busy", "");
    fetch(url, Object.assign({ credentials: "same-origin", headers: { Accept: "text/html" } }, options)).then(function (response) {
      if (!/text\/html/.test(response.headers.get("Content-Type") || "")) { location.assign(url); return; }
      return response.text().then(function (text) {
        if (turn !== latest) return; // a later one has been asked for
        var page = new DOMParser().parseFromString(text, "text/html");
        var here = names.every(function (id) { return id === "main" || (document.getElementById(id) && page.getElementById(id)); });
        if (!here && response.ok && response.redirected) { location.assign(response.url); return; }
        if (!page.getElementById("rail") && document.getElementById("rail")) { location.assign(response.url); return; } // logged out
        replace(page, here ? names : ["main"], !after);
        if (after) after(response);
      });
    }).catch(function () {
      if (options && options.method === "POST") return notice(document.body.dataset.offline || "");
      location.assign(url);
    }).finally(function () { if (turn === latest) root.removeAttribute("data-busy"); });
  }
  function notice(text) {
    if (!text) return;
    var toast = document.createElement("div");
    toast.className = "toast";
    toast.textContent = text;
    document.getElementById("toasts").append(toast);
  }
  function remember(response) {
    var url = new URL(response.url);
    if (!response.ok || url.href === location.href) return;
    history.pushState({ swapped: true }, "", url.href);
    document.querySelectorAll('form[action="/preferences"] input[name=back]').forEach(function (back) { back.value = url.pathname + url.search; });
  }
  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-swap]");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin) return;
    event.preventDefault();
    closeMenus();
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
    load(action.href, { method: "POST", body: new URLSearchParams(data) }, names, remember);
  });
  addEventListener("popstate", function () { load(location.href, null, ["main", "bar"]); }); // the bar holds filters

  var typing;
  document.addEventListener("input", function (event) {
    var field = event.target;
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
      fetch(location.href, { credentials: "same-origin" }).then(function (r) { return r.ok ? r.text() : ""; }).then(function (text) {
        if (!element.isConnected) return;
        var page = text && new DOMParser().parseFromString(text, "text/html");
        if (!page || !page.getElementById(element.id)) return poll(element);
        replace(page, regions(element.dataset.polls || element.id));
        if (element.isConnected) poll(element); // nothing had changed
      }).catch(function () { poll(element); });
    }, Number(element.dataset.poll) || 3000);
  }

  // ---- menus, copying, toasts, theme
  function closeMenus(but) {
    document.querySelectorAll("details[data-menu][open]").forEach(function (menu) { if (!but || !menu.contains(but)) menu.open = false; });
  }
  document.addEventListener("click", function (event) {
    var close = event.target.closest("[data-close]");
    if (close) { event.preventDefault(); close.closest("details").open = false; return; }
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
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      var open = document.querySelector("details[data-menu][open]");
      if (open) { open.open = false; open.querySelector("summary").focus(); }
    }
    if (event.key === "/" && !event.target.matches("input,textarea,select") && !event.metaKey && !event.ctrlKey) {
      var search = document.querySelector("input[type=search]");
      if (search) { event.preventDefault(); search.focus(); }
    }
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
      dispatchEvent(new Event("themechange"));
    });
  });

  // enhance prepares what a page, or a part that came later, holds.
  function enhance(part) {
    if (!part) return;
    var all = function (selector, work) { if (part.matches && part.matches(selector)) work(part); part.querySelectorAll(selector).forEach(work); };
    all("[data-poll]", poll);
    all("[data-copy]", function (button) { if (navigator.clipboard) button.hidden = false; });
    all("form[data-count]", counted);
    all(".toast", function (toast) { setTimeout(function () { toast.remove(); }, 7000); });
    if (window.renownChart) all("[data-chart]", window.renownChart);
  }
  root.classList.add("scripted");
  enhance(document);
})();
