// Draws [data-chart] with uPlot; colours come from the stylesheet, so they follow the theme.
(function () {
  "use strict";
  function colour(name) {
    var probe = document.createElement("i");
    probe.className = "chart-colour chart-" + name;
    document.body.append(probe);
    var found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  }
  function fade(rgb, alpha) {
    var n = rgb.match(/[\d.]+/g) || [0, 0, 0];
    return "rgba(" + n[0] + "," + n[1] + "," + n[2] + "," + alpha + ")";
  }
  function column(points, name) { return points.map(function (p) { return p[name] == null ? null : p[name]; }); }
  function draw(figure) {
    var data = JSON.parse(figure.dataset.chart), points = data.points || [];
    if (!window.uPlot || points.length < 2) return;
    var at = points.map(function (p) { return Date.parse(p.day + "T00:00:00Z") / 1000; });
    var accent = colour("accent"), ink = colour("ink"), line = colour("line"), warn = colour("warn");
    var box = figure.querySelector(".chart-plot");
    box.replaceChildren();
    var font = "11px " + getComputedStyle(document.body).fontFamily;
    var lang = document.documentElement.lang;
    var short = function (s) { var d = new Date(s * 1000); if (!/^zh/.test(lang)) return d.toLocaleDateString(lang, { month: "short", day: "numeric", timeZone: "UTC" }); return String(d.getUTCMonth() + 1).padStart(2, "0") + "-" + String(d.getUTCDate()).padStart(2, "0"); };
    var plot = new uPlot({
      width: box.clientWidth || 600, height: 260, padding: [8, 18, 0, 0],
      tzDate: function (ts) { return uPlot.tzDate(new Date(ts * 1e3), "UTC"); },
      cursor: { y: false, points: { size: 6 } }, legend: { show: false },
      scales: { x: { time: true }, y: { range: function (u, low, high) { var pad = Math.max((high - low) * 0.12, 0.5); return [data.unit === "%" ? Math.max(0, low - pad) : low - pad, data.unit === "%" ? Math.min(100, high + pad) : high + pad]; } } },
      axes: [
        { stroke: ink, font: font, size: 30, grid: { show: false }, ticks: { show: false }, values: function (u, list) { return list.map(short); }, space: 70 },
        { stroke: ink, font: font, size: 44, grid: { stroke: line, width: 1 }, ticks: { show: false }, values: function (u, list) { return list.map(function (x) { return +x.toFixed(data.digits) + data.unit; }); } }
      ],
      series: [
        {},
        { label: "high", stroke: "transparent", points: { show: false } },
        { label: "low", stroke: "transparent", points: { show: false } },
        { label: "was", stroke: ink, width: 1.25, dash: [3, 4], points: { show: false }, spanGaps: true },
        { label: "single", stroke: "transparent", points: { show: true, size: 4, fill: fade(accent, 0.38), stroke: "transparent" } },
        { label: "value", stroke: accent, width: 2, points: { show: false }, spanGaps: false }
      ],
      bands: [{ series: [1, 2], fill: fade(accent, 0.13) }],
      hooks: {
        draw: [function (u) {
          var c = u.ctx;
          (data.flags || []).forEach(function (f) {
            var x = u.valToPos(Date.parse(f.day + "T00:00:00Z") / 1000, "x", true);
            if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
            var of = f.model ? ink : f.note ? accent : warn;
            c.save(); c.strokeStyle = of; c.setLineDash([2, 3]); c.beginPath(); c.moveTo(x, u.bbox.top); c.lineTo(x, u.bbox.top + u.bbox.height); c.stroke();
            c.setLineDash([]); c.fillStyle = of; c.beginPath(); if (f.model) c.rect(x - 4, u.bbox.top, 8, 8); else if (f.note) { c.moveTo(x - 5, u.bbox.top); c.lineTo(x + 5, u.bbox.top); c.lineTo(x, u.bbox.top + 9); } else c.arc(x, u.bbox.top + 4, 4, 0, 7); c.fill(); c.restore();
          });
        }],
        setCursor: [function (u) {
          var i = u.cursor.idx, p = i == null ? null : points[i];
          var marked = p && (data.flags || []).filter(function (f) { return f.day === p.day; }).map(function (f) { return f.label; }).join("　");
          tip.textContent = (p && p.value != null ? short(at[i]) + "　" + p.value.toFixed(data.digits) + data.unit + (p.low == null ? "" : "　( " + p.low.toFixed(data.digits) + " – " + p.high.toFixed(data.digits) + " )") : "") + (marked ? "　" + marked : "");
        }]
      }
    }, [at, column(points, "high"), column(points, "low"), column(points, "was"), column(points, "single"), column(points, "value")], box);
    var tip = document.createElement("p");
    tip.className = "chart-tip";
    box.append(tip);
    new ResizeObserver(function () { if (box.clientWidth) plot.setSize({ width: box.clientWidth, height: 260 }); }).observe(box);
  }
  window.renownChart = draw;
  function all() { document.querySelectorAll("[data-chart]").forEach(draw); }
  addEventListener("themechange", all);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
})();
