// Draws the charts of a page. The data block has `columns` (numbers by name) and `charts` (what to draw from
// them, see src/report/chart.hpp); nothing here knows what a chart is about.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("page-data").textContent);

  // A column is a list of numbers, or of whole multiples of a unit; null is a gap.
  const columns = {};
  for (const [name, column] of Object.entries(data.columns)) {
    columns[name] = Array.isArray(column) ? column : column.values.map(v => v === null ? null : v * column.unit);
  }

  // Colours come from the style sheet, so that the charts follow the light and the dark scheme.
  let colours = {};
  const fromSheet = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const colour = name => colours[name] ??= fromSheet(name);
  const soft = () => colour("soft");
  const seriesColour = i => colour(`series-${i % 8 + 1}`);

  // 12.5, 0.004, 1e-13: as many digits as the distance between two ticks needs.
  function tickText(value, index, ticks) {
    if (value === 0 || ticks.length < 2) return String(value);
    const spacing = Math.abs(ticks[1].value - ticks[0].value);
    const largest = Math.max(...ticks.map(t => Math.abs(t.value)));
    const lastDigit = Math.floor(Math.log10(spacing) + 1e-9) - 1;
    if (largest >= 1e-3 && largest < 1e5) return String(Number(value.toFixed(Math.max(0, -lastDigit))));
    const digits = Math.floor(Math.log10(Math.abs(value))) - lastDigit;
    return exponential(value, Math.min(Math.max(digits, 0), 15));
  }
  const exponential = (value, digits) => value.toExponential(digits).replace(/\.?0+e/, "e").replace("e+", "e");

  function numberText(value) {
    const size = Math.abs(value);
    return size === 0 || size >= 1e-3 && size < 1e5 ? String(Number(value.toPrecision(5))) : exponential(value, 4);
  }

  // Chart.js gives up on ranges below 1e-13, where errors of a good method live, and gives exact zeros an axis
  // from −1 to 1. Both get their bounds here.
  function smallRange(names) {
    const values = names.flatMap(name => columns[name]).filter(v => v !== null);
    const low = values.reduce((a, b) => Math.min(a, b), 0), high = values.reduce((a, b) => Math.max(a, b), 0);
    if (high - low > 1e-12) return {};
    if (high === low) return { min: -1e-16, max: 1e-16 };
    const decade = 10 ** Math.floor(Math.log10((high - low) / 6));
    const step = decade * [1, 2, 5, 10].find(m => m * decade * 6 >= high - low);
    return { min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, stepSize: step };
  }

  // Of a logarithmic axis, the decades; 1, 2 and 5 where there are few.
  function chooseTicks(scale) {
    const leading = t => Number(t.value.toExponential(6).split("e")[0]);
    const decades = scale.ticks.filter(t => leading(t) === 1);
    scale.ticks = decades.length > 2 ? decades : scale.ticks.filter(t => [1, 2, 5].includes(leading(t)));
  }

  function axis(spec, { stepSize, ...bounds } = {}) {
    return {
      type: spec.logarithmic ? "logarithmic" : "linear",
      ...spec.logarithmic && { afterBuildTicks: chooseTicks },
      ...bounds,
      title: { display: true, text: spec.label, color: soft, font: { size: 13 } },
      grid: { color: () => colour("grid"), borderColor: () => colour("rule"), tickLength: 4 },
      ticks: {
        callback: spec.logarithmic ? v => exponential(v, 0) : tickText,
        color: soft, maxRotation: 0, maxTicksLimit: 8, padding: 4, stepSize,
      },
    };
  }

  // A band is two curves without a line: the upper one filled down to the lower, which nobody needs to know of.
  function band(series) {
    const x = columns[series.x], y = columns[series.y], low = columns[series.low];
    const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, tension: 1e-6 };
    return [
      { ...edge, label: series.label, data: x.map((v, k) => ({ x: v, y: y[k], low: low[k] })), fill: "+1",
        backgroundColor: () => seriesColour(0) + "2e" },
      { ...edge, label: "", data: x.map((v, k) => ({ x: v, y: low[k] })), hidden_edge: true },
    ];
  }

  function datasets(series, i) {
    if (series.style === "band") return band(series);
    const x = columns[series.x], y = columns[series.y], faint = columns[series.faint];
    const guide = series.style === "guide", marked = series.style === "marked", bars = series.style === "bars";
    const line = () => guide ? colour("soft") : seriesColour(i);
    return {
      label: series.label,
      data: x.map((v, k) => ({ x: v, y: y[k] })),
      ...bars && { stepped: "before", fill: "origin" },
      borderColor: line,
      backgroundColor: bars ? () => line() + "2e" : line,
      borderWidth: guide ? 1 : 1.5,
      borderDash: guide ? [5, 4] : [],
      borderJoinStyle: "round",
      tension: 1e-6,  // at zero Chart.js moves dense points to whole pixels, which shows as stairs
      pointRadius: marked || x.length === 1 ? 3 : 0,
      pointHitRadius: 6,
      ...faint && { segment: { borderColor: c => faint[c.p0DataIndex] ? line() + "55" : undefined } },
    };
  }

  // --- the disc: equal scales, a unit circle, start and end -------------------------------------------------

  // Fixed room for the axes, so that the scales can be computed from the size of the canvas alone.
  const room = { left: 58, bottom: 48, top: 8, right: 8 };

  function discHalfRange(chart, across) {
    const width = chart.width - room.left - room.right, height = chart.height - room.top - room.bottom;
    return 1.08 * chart.reach * (across ? width : height) / Math.max(Math.min(width, height), 1);
  }

  function discAxis(spec, across) {
    const base = axis(spec);
    return {
      ...base,
      min: c => -discHalfRange(c.chart, across),
      max: c => discHalfRange(c.chart, across),
      afterFit: scale => { if (across) scale.height = room.bottom; else scale.width = room.left; },
      ticks: { ...base.ticks, includeBounds: false },
    };
  }

  const discMarks = {
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: a, scales: { x, y } } = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(a.left, a.top, a.right - a.left, a.bottom - a.top);
      ctx.clip();
      ctx.beginPath();
      const centre = x.getPixelForValue(0);
      ctx.arc(centre, y.getPixelForValue(0), x.getPixelForValue(1) - centre, 0, 2 * Math.PI);
      ctx.strokeStyle = colour("soft");
      ctx.lineWidth = 1;
      ctx.stroke();
      ctx.restore();
    },
    afterDatasetsDraw(chart) {
      const { ctx, scales: { x, y } } = chart, points = chart.data.datasets[0].data;
      const mark = (p, fill) => {
        ctx.beginPath();
        ctx.arc(x.getPixelForValue(p.x), y.getPixelForValue(p.y), 4.5, 0, 2 * Math.PI);
        ctx.fillStyle = fill;
        ctx.fill();
        ctx.strokeStyle = colour("ink");
        ctx.lineWidth = 1.5;
        ctx.stroke();
      };
      mark(points[0], colour("panel"));
      mark(points[points.length - 1], colour("ink"));
    },
  };

  // A curve near the middle can be enlarged; a very small one is from the start.
  function zoomButton(chart, id) {
    const farthest = Math.max(...chart.data.datasets[0].data.map(p => Math.hypot(p.x, p.y)));
    if (!(farthest > 0 && farthest < 0.6)) return;
    const button = document.querySelector(`[data-zoom="${id}"]`);
    const show = zoomed => {
      chart.reach = zoomed ? farthest : 1;
      button.textContent = zoomed ? "show the unit circle" : "zoom to the path";
      button.onclick = () => show(!zoomed);
      chart.update("none");
    };
    button.hidden = false;
    show(farthest < 0.2);
  }

  // --- all of them ------------------------------------------------------------------------------------------

  function tooltip(chart) {
    const name = (axisSpec, value) => `${axisSpec.label} = ${numberText(value)}`;
    return {
      displayColors: chart.series.length > 1,
      filter: item => !item.dataset.hidden_edge,
      backgroundColor: () => colour("ink"),
      titleColor: () => colour("paper"),
      bodyColor: () => colour("paper"),
      padding: 8,
      callbacks: {
        title: items => chart.disc || !items.length ? "" : name(chart.x, items[0].parsed.x),
        label: item => chart.disc ? [name(chart.x, item.parsed.x), name(chart.y, item.parsed.y)]
          : "low" in item.raw ? `${item.dataset.label}: ${numberText(item.raw.low)} … ${numberText(item.parsed.y)}`
          : `${item.dataset.label || chart.y.label} = ${numberText(item.parsed.y)}`,
      },
    };
  }

  function draw(spec) {
    const logarithmic = spec.x.logarithmic || spec.y.logarithmic;
    const bars = spec.series.some(s => s.style === "bars");
    const chart = new Chart(document.getElementById(spec.id), {
      type: "scatter",
      data: { datasets: spec.series.flatMap(datasets) },
      options: {
        showLine: true,
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        interaction: { intersect: false, ...spec.disc || logarithmic ? { mode: "nearest" } : { mode: "index", axis: "x" } },
        layout: spec.disc ? { padding: { top: room.top, right: room.right } } : { padding: { right: 8 } },
        scales: spec.disc ? { x: discAxis(spec.x, true), y: discAxis(spec.y, false) }
          : { x: axis(spec.x, spec.x.logarithmic ? {} : bars ? smallRange(spec.series.map(s => s.x)) : { bounds: "data" }),
              y: axis(spec.y, spec.y.logarithmic ? {} : smallRange(spec.series.flatMap(s => s.low ? [s.y, s.low] : [s.y]))) },
        plugins: {
          legend: {
            display: spec.series.length > 1, align: "end",
            labels: {
              boxWidth: 20, boxHeight: spec.series.some(s => s.low) ? 8 : 1, color: soft, filter: item => item.text,
            },
          },
          tooltip: tooltip(spec),
        },
      },
      plugins: spec.disc ? [discMarks, { beforeInit: c => { c.reach = 1; } }] : [],
    });
    if (spec.disc) zoomButton(chart, spec.id);
    return chart;
  }

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const charts = data.charts.map(draw);
  const redraw = () => {
    colours = {};
    charts.forEach(c => { c.resize(); c.update("none"); });
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  matchMedia("print").addEventListener("change", redraw);
})();
