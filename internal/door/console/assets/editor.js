// The editor's preview follows what is being written. Without this file a button shows it.
//
//   data-preview="path" data-region="ids"   on a form: while typing, send it there and replace these elements by those of the answer, but for
//                                           one in which something is being written
//   data-mend                               on a button: put the sentences that were changed beside the text (mend_n for from_n) into it
//   data-insert="text"                      on a button: put it where the cursor is
//   data-mark="**|**"                       on a button: put these marks of Markdown around what is selected
//   data-sentence="text"                    on details: when opened, select this sentence in the text
(function () {
  "use strict";
  var form = document.querySelector("form[data-preview]"), waiting, latest = 0, saved = form && new URLSearchParams(new FormData(form)).toString();
  if (!form) return;
  function written(region) {
    return Array.from(region.querySelectorAll("textarea, input[type=url], input[type=checkbox]")).some(function (field) {
      return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
    });
  }
  function put(before, after) {
    var body = form.elements.body, start = body.selectionStart, chosen = body.value.slice(start, body.selectionEnd);
    body.setRangeText(before + chosen + after, start, body.selectionEnd, "end");
    if (!chosen) body.selectionStart = body.selectionEnd = start + before.length;
    body.focus();
    body.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.addEventListener("toggle", function (event) {
    var sentence = event.target.open && event.target.dataset.sentence, body = form.elements.body, at = sentence ? body.value.indexOf(sentence) : -1;
    if (at < 0) return;
    body.focus();
    body.setSelectionRange(at, at + sentence.length);
  }, true);
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-insert], [data-mark]"), body = form.elements.body;
    if (button && button.dataset.insert) return put(button.dataset.insert, "");
    if (button) return put.apply(null, button.dataset.mark.split("|"));
    if (!event.target.closest("[data-mend]")) return;
    event.preventDefault();
    Array.from(form.elements).forEach(function (field) {
      var from = field.name.startsWith("mend_") && form.elements["from_" + field.name.slice(5)];
      if (!from || field.value === from.value) return;
      body.value = body.value.replace(from.value, function () { return field.value; });
      field.defaultValue = field.value;
    });
    refresh();
  });
  function refresh() {
    var turn = ++latest, sent = new URLSearchParams(new FormData(form));
    Array.from(sent.keys()).forEach(function (name) { if (name.startsWith("mend_")) sent.delete(name); });
    fetch(form.dataset.preview, { method: "POST", credentials: "same-origin", body: sent }).then(function (response) {
      return response.text();
    }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      form.dataset.region.split(" ").forEach(function (id) {
        var old = document.getElementById(id), fresh = page.getElementById(id);
        if (turn === latest && old && fresh && !written(old)) old.replaceWith(document.importNode(fresh, true));
      });
    }).catch(function () { /* the next keystroke tries again */ });
  }
  form.addEventListener("input", function () {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 350);
  });
  // Leaving with unsaved text asks first.
  form.addEventListener("submit", function () { saved = null; });
  addEventListener("beforeunload", function (event) {
    if (saved !== null && new URLSearchParams(new FormData(form)).toString() !== saved) event.preventDefault();
  });
})();
