// The editor's preview follows what is being written. Without this file a button shows it.
//
//   data-preview="path" data-region="id"   on a form: while typing, send it there and replace that element by the one of the answer
(function () {
  "use strict";
  var form = document.querySelector("form[data-preview]"), waiting, latest = 0, saved = form && new URLSearchParams(new FormData(form)).toString();
  if (!form) return;
  function refresh() {
    var turn = ++latest;
    fetch(form.dataset.preview, { method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)) }).then(function (response) {
      return response.text();
    }).then(function (text) {
      var old = document.getElementById(form.dataset.region), fresh = new DOMParser().parseFromString(text, "text/html").getElementById(form.dataset.region);
      if (turn === latest && old && fresh) old.replaceWith(document.importNode(fresh, true));
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
