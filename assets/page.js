// Draws the charts of a page. The data block has `columns` (numbers by name) and `charts` (what to draw from
// them, see src/chart/chart.hpp); nothing here knows what a chart is about.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("page-data").textContent);

  // A column is a list of numbers, or of whole multiples of a unit, or equal distances; null is a gap.
  const columns = {};
  for (const [name, column] of Object.entries(data.columns)) {
    columns[name] = Array.isArray(column) ? column
      : "count" in column ? Array.from({ length: column.count }, (_, i) => column.start + i * column.spacing)
      : column.values.map(v => v === null ? null : v * column.unit);
  }

  // Colours come from the style sheet, so that the charts follow the light and the dark scheme.
  let colours = {};
  const fromSheet = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const colour = name => colours[name] ??= fromSheet(name);
  const soft = () => colour("soft");
  const shade = (name, alpha) => colour(name) + Math.round(255 * alpha).toString(16).padStart(2, "0");

  // Curves differ in colour, and where there are many also in dash and marker, to be told apart in grey. The numbers of
  // dashes and markers have no common divisor: no two of 28 curves have both in common.
  const seriesColour = i => `series-${i % 8 + 1}`;
  const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
  const markers = ["circle", "rect", "triangle", "rectRot", "circle", "rect", "triangle"];
  const isHollow = i => i % markers.length > 3;
  // A marker around x, y as a path of SVG.
  const markerPath = {
    circle: (x, y) => `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0`,
    rect: (x, y) => `M${x - 3} ${y - 3}h6v6h-6z`,
    triangle: (x, y) => `M${x} ${y - 4}l4 7h-8z`,
    rectRot: (x, y) => `M${x} ${y - 4}l4 4-4 4-4-4z`,
  };
  const bandShade = [0.3, 0.17];  // of the inner and the outer band; the inner one lies on the outer

  // --- numbers ----------------------------------------------------------------------------------------------

  const plain = value => String(value).replace("-", "−");
  // 12.5, 0.004, 1e-13: as many digits as the distance between two ticks needs.
  function tickText(value, index, ticks) {
    if (value === 0 || ticks.length < 2) return plain(value);
    const spacing = Math.abs(ticks[1].value - ticks[0].value);
    const largest = Math.max(...ticks.map(t => Math.abs(t.value)));
    const lastDigit = Math.floor(Math.log10(spacing) + 1e-9) - 1;
    if (largest >= 1e-3 && largest < 1e5) return plain(Number(value.toFixed(Math.max(0, -lastDigit))));
    const digits = Math.floor(Math.log10(Math.abs(value))) - lastDigit;
    return exponential(value, Math.min(Math.max(digits, 0), 15));
  }
  const raised = n => String(n).replace(/./g, c => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]);
  // 4.5·10⁻¹³, and 10⁻¹³ for the power alone.
  function exponential(value, digits) {
    const [mantissa, exponent] = value.toExponential(digits).replace(/\.?0+e/, "e").split("e");
    return (mantissa === "1" ? "" : `${mantissa.replace("-", "−")}·`) + `10${raised(Number(exponent))}`;
  }

  function numberText(value) {
    const size = Math.abs(value);
    return size === 0 || size >= 1e-3 && size < 1e5 ? plain(Number(value.toPrecision(5))) : exponential(value, 4);
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

  // Chart.js itself finds no whole numbers of steps where both are as small as above.
  function multiples(scale, step) {
    const out = [];
    if (!(scale.max - scale.min < 50 * step)) return scale.ticks;
    for (let n = Math.ceil(scale.min / step - 1e-6); n * step <= scale.max + 1e-6 * step; ++n) out.push({ value: n * step });
    return out;
  }

  // An axis that ends with its data, or by a zoom, has ticks counted from its end: here they are at round numbers.
  function roundTicks(scale) {
    const [first, second, third] = scale.ticks;
    if (third) scale.ticks = multiples(scale, Number((second.value - first.value).toPrecision(10)));
  }

  const leading = t => Number(t.value.toExponential(6).split("e")[0]);
  // Of a logarithmic axis, the decades; 1, 2 and 5 where there are few.
  function chooseTicks(scale) {
    const decades = scale.ticks.filter(t => leading(t) === 1);
    scale.ticks = decades.length > 2 ? decades : scale.ticks.filter(t => [1, 2, 5].includes(leading(t)));
  }

  // Labels below a narrow chart that would touch: of a logarithmic axis the decades stay, of another every second label,
  // every third, and zero.
  function partLabels(scale) {
    if (!scale.isHorizontal()) return;
    const { ctx } = scale;
    ctx.font = noteFont();
    const half = t => ctx.measureText(t.label).width / 2 + 3, at = t => scale.getPixelForValue(t.value);
    const touch = () => scale.ticks.some((t, i, all) => i > 0 && at(t) - at(all[i - 1]) < half(t) + half(all[i - 1]));
    if (scale.type === "logarithmic" && touch()) {
      const decades = scale.ticks.filter(t => leading(t) === 1);
      if (decades.length > 1) scale.ticks = decades;
    }
    const all = scale.ticks, zero = Math.max(all.findIndex(t => t.value === 0), 0);
    for (let n = 2; n < all.length && touch(); ++n) scale.ticks = all.filter((_, i) => (i - zero) % n === 0);
  }

  // A point on the edge of a logarithmic chart would be cut in half.
  function logRange(names) {
    const values = names.flatMap(name => columns[name]).filter(v => v !== null && v > 0);
    if (!values.length) return {};
    const low = Math.min(...values), high = Math.max(...values), edge = Math.max((high / low) ** 0.04, 1.1);
    return { min: low / edge, max: high * edge };
  }

  // From zero on, where it begins a little later because the first part of the time has its middle there.
  function timeRange(names) {
    const values = names.flatMap(name => columns[name]);
    const low = values.reduce((a, b) => Math.min(a, b), Infinity), high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return { bounds: "data", ...low > 0 && low < 0.03 * high && { min: 0 } };
  }

  function axis(spec, { stepSize, ...bounds } = {}) {
    return {
      type: spec.logarithmic ? "logarithmic" : "linear",
      ...spec.logarithmic && {
        afterBuildTicks: chooseTicks,
        afterDataLimits: scale => { if (scale.options.max === undefined) scale.max *= 1.3; },  // nor one on its upper edge
      },
      beforeCalculateLabelRotation: partLabels,
      ...bounds.bounds === "data" && { afterBuildTicks: roundTicks },
      ...stepSize && { afterBuildTicks: scale => { scale.ticks = multiples(scale, stepSize); } },
      ...bounds,
      title: { display: true, text: spec.label, color: soft, font: { size: 13 } },
      grid: { color: () => colour("grid"), borderColor: () => colour("rule"), tickLength: 4 },
      ticks: {
        callback: spec.logarithmic ? v => exponential(v, 0) : tickText,
        color: soft, maxRotation: 0, maxTicksLimit: 8, padding: 4, includeBounds: false,
      },
    };
  }

  // --- curves -----------------------------------------------------------------------------------------------

  // The area between two columns is two curves: the upper one filled down to the lower, which nobody needs to know of.
  function area(series, edge, fill) {
    const x = columns[series.x], y = columns[series.y], low = columns[series.low];
    const both = { pointRadius: 0, pointHitRadius: 0, tension: 1e-6, group: series.group, ...edge };
    return [
      { ...both, label: series.label, data: x.map((v, k) => ({ x: v, y: y[k], low: low[k] })), fill: "+1", backgroundColor: fill },
      { ...both, label: "", data: x.map((v, k) => ({ x: v, y: low[k] })), hidden_edge: true },
    ];
  }

  // Bands are around one curve, and have its colour; guides are no curves and take none.
  function datasets(series, i, all) {
    const before = all.slice(0, i);
    if (series.style === "band") {
      const nth = before.filter(s => s.style === "band").length;
      return area(series, { borderWidth: 0 }, () => shade("series-1", bandShade[nth % 2]));
    }
    const isCurve = s => s.style !== "band" && s.style !== "guide" && s.group === series.group;
    const number = before.filter(isCurve).length, many = all.filter(isCurve).length > 4;
    const name = seriesColour(number);
    if (series.style === "envelope") {
      return area(series, { borderWidth: 1, borderColor: () => colour(name) }, () => shade(name, 0.55));
    }
    const x = columns[series.x], y = columns[series.y], faint = columns[series.faint];
    const guide = series.style === "guide", marked = series.style === "marked", bars = series.style === "bars";
    const line = () => colour(guide ? "soft" : name);
    // of a curve of many points some are marked, each curve at other places
    const every = Math.ceil(x.length / 7), isMarked = k => marked || k % every === (number * 3) % every;
    const hasMarkers = !guide && !bars && (marked || x.length === 1 || many && series.style === "line");
    return {
      label: series.label,
      group: series.group,
      guide,
      data: x.map((v, k) => ({ x: v, y: y[k] })),
      ...bars && { stepped: "before", fill: "origin" },
      borderColor: line,
      backgroundColor: bars ? () => shade(name, 0.18) : line,
      borderWidth: guide ? 1 : 1.5,
      borderDash: guide ? [5, 4] : many || marked ? dashes[number % dashes.length] : [],
      borderJoinStyle: "round",
      tension: 1e-6,  // at zero Chart.js moves dense points to whole pixels, which shows as stairs
      hasMarkers,
      pointRadius: c => hasMarkers && isMarked(c.dataIndex) ? 3.5 : 0,
      pointStyle: markers[number % markers.length],
      pointBackgroundColor: isHollow(number) ? () => colour("panel") : line,
      pointBorderWidth: isHollow(number) ? 1.5 : 0,
      hollow: isHollow(number),
      pointHitRadius: guide ? 0 : 6,
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
  function discZoom(chart, tools) {
    const farthest = Math.max(...chart.data.datasets[0].data.map(p => Math.hypot(p.x, p.y)));
    if (!(farthest > 0 && farthest < 0.6)) return;
    const button = tool("", () => show(!zoomed));
    let zoomed;
    const show = now => {
      zoomed = now;
      chart.reach = zoomed ? farthest : 1;
      button.textContent = zoomed ? "show the unit circle" : "zoom to the path";
      chart.update("none");
    };
    tools.prepend(button);
    show(farthest < 0.2);
  }

  // --- words in the chart: events, guides, names at the ends of curves ---------------------------------------

  const noteFont = () => `12px ${Chart.defaults.font.family}`;

  // Where they stand, for the canvas and for the file of the chart: { x, y, text, align } and upright lines.
  function notes(chart, spec) {
    const { chartArea: a, scales, ctx } = chart, texts = [], lines = [];
    let row = 0;
    const place = (x, y, text, align) => {
      ctx.font = noteFont();
      const width = ctx.measureText(text).width, left = align === "right" ? x - width : x;
      return { x, y, text, align, left, right: left + width };
    };
    const lieOnEachOther = (t, u) => Math.abs(t.y - u.y) < 12 && t.left < u.right + 4 && u.left < t.right + 4;
    for (const mark of spec.marks ?? []) {
      const x = scales.x.getPixelForValue(mark.x);
      if (x < a.left - 1 || x > a.right + 1) continue;
      lines.push(x);
      const left = x > (a.left + a.right) / 2;
      texts.push(place(left ? x - 4 : x + 4, a.top + 11 + 13 * (row++ % 3), mark.label, left ? "right" : "left"));
    }
    chart.data.datasets.forEach((set, i) => {
      if (!set.label || !chart.isDatasetVisible(i) || !(set.guide || spec.named)) return;
      const points = chart.getDatasetMeta(i).data.filter(p => !p.skip && p.x >= a.left && p.x <= a.right && p.y >= a.top - 1 && p.y <= a.bottom + 1);
      if (!points.length) return;
      // a guide by its left end, a curve by its lower one
      const p = points.reduce((p, q) => (set.guide ? q.x < p.x : q.y > p.y) ? q : p);
      const left = p.x > a.right - 90;
      // names that would lie on each other move apart; one without a place is in the legend
      const free = [0, -12, 12, -24, 24]
        .map(d => place(left ? p.x - 7 : p.x + 7, (set.guide ? p.y - 5 : p.y + 4) + d, set.label, left ? "right" : "left"))
        .find(t => t.y > a.top + 8 && t.y < a.bottom && !texts.some(u => lieOnEachOther(t, u)));
      if (free) texts.push({ ...free, guide: set.guide, colour: set.guide ? undefined : set.borderColor });
    });
    return { texts, lines };
  }

  const drawnNotes = spec => ({
    afterDatasetsDraw(chart) {
      const { ctx, chartArea: a } = chart, { texts, lines } = notes(chart, spec);
      ctx.save();
      ctx.strokeStyle = colour("bad");
      ctx.setLineDash([3, 3]);
      ctx.lineWidth = 1;
      for (const x of lines) {
        ctx.beginPath();
        ctx.moveTo(x, a.top);
        ctx.lineTo(x, a.bottom);
        ctx.stroke();
      }
      ctx.font = noteFont();
      for (const t of texts) {
        ctx.textAlign = t.align;
        ctx.fillStyle = t.colour ? t.colour() : t.guide ? soft() : colour("bad");
        ctx.lineWidth = 3;
        ctx.setLineDash([]);
        ctx.strokeStyle = colour("panel");
        ctx.strokeText(t.text, t.x, t.y);
        ctx.fillText(t.text, t.x, t.y);
      }
      ctx.restore();
    },
  });

  // --- legend, choice, zoom ---------------------------------------------------------------------------------

  function make(tag, attributes = {}, text = "") {
    const svg = ["svg", "path", "rect", "circle", "line"].includes(tag);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text) element.textContent = text;
    return element;
  }
  function tool(text, action) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", action);
    return button;
  }

  // As the chart draws it.
  function swatch(spec, i) {
    const svg = make("svg", { width: 30, height: 12, "aria-hidden": "true" }), series = spec.series[i];
    const paint = (element, fill, stroke) => {
      element.style.fill = fill;
      element.style.stroke = stroke;
      svg.append(element);
      return element;
    };
    const set = [datasets(series, i, spec.series)].flat()[0];
    if (series.style === "band") {
      const nth = spec.series.slice(0, i).filter(s => s.style === "band").length;
      const outermost = spec.series.filter(s => s.style === "band").length - 1;
      for (let k = outermost; k >= nth; --k) {
        paint(make("rect", { width: 30, height: 12 }), "var(--series-1)", "none").style.fillOpacity = bandShade[k % 2];
      }
      return svg;
    }
    const number = spec.series.slice(0, i).filter(s => s.style !== "band" && s.style !== "guide" && s.group === series.group).length;
    const line = `var(--${series.style === "guide" ? "soft" : seriesColour(number)})`;
    if (series.style === "envelope") paint(make("rect", { y: 2, width: 30, height: 8 }), line, line).style.fillOpacity = 0.55;
    else {
      paint(make("path", { d: "M0 6H30", "stroke-width": 2, "stroke-dasharray": (set.borderDash ?? []).join(" ") }), "none", line);
      if (set.hasMarkers) {
        const marker = make("path", { d: markerPath[set.pointStyle](15, 6), "stroke-width": 1.5 });
        paint(marker, set.hollow ? "var(--panel)" : line, set.hollow ? line : "none");
      }
    }
    return svg;
  }

  // Beside the chart and not in it, so that many names do not take its room. A click hides a curve. Guides have their
  // names in the chart.
  function legend(chart, spec, place) {
    const entries = spec.series.map((series, i) => ({ series, i })).filter(e => e.series.label && e.series.style !== "guide" && e.series.group === chart.group);
    place.replaceChildren(...entries.length < 2 ? [] : entries.map(({ series, i }) => {
      const sets = chart.data.datasets.map((s, k) => k).filter(k => chart.data.datasets[k].of === i);
      const entry = make("button", { type: "button", "aria-pressed": String(chart.isDatasetVisible(sets[0])) });
      entry.append(swatch(spec, i), series.label);
      entry.addEventListener("click", () => {
        const shown = !chart.isDatasetVisible(sets[0]);
        sets.forEach(k => chart.setDatasetVisibility(k, shown));
        entry.setAttribute("aria-pressed", String(shown));
        chart.update("none");
      });
      return entry;
    }));
  }

  // Of a chart with groups of curves, one is shown.
  function chooseGroup(chart, spec, group) {
    chart.group = group;
    chart.data.datasets.forEach((set, k) => chart.setDatasetVisibility(k, set.group === group));
    chart.options.scales.y.title.text = spec.groups.find(g => g.name === group).label;
  }

  function groupChoice(chart, spec, tools, place) {
    if (!spec.groups) return;
    const select = make("select", { "aria-label": "what is drawn" });
    for (const { name } of spec.groups) select.append(new Option(name, name));
    select.addEventListener("change", () => {
      chooseGroup(chart, spec, select.value);
      legend(chart, spec, place);
      chart.update("none");
    });
    tools.prepend(select);
  }

  // Charts over the same time are zoomed together.
  const charts = [];
  const withSameTime = entry => entry.spec.x.logarithmic || entry.spec.disc ? [entry]
    : charts.filter(c => !c.spec.disc && !c.spec.x.logarithmic && c.spec.x.label === entry.spec.x.label);

  function zoomTo(entry, x, y) {
    for (const { chart, whole, reset } of withSameTime(entry)) {
      const { scales } = chart.options;
      Object.assign(scales.x, x ?? whole.x);
      if (y || !x) Object.assign(scales.y, y ?? whole.y);
      else if (whole.y.min === undefined) Object.assign(scales.y, whole.y);
      reset.hidden = !x;
      chart.update("none");
    }
  }

  function dragToZoom(entry) {
    const { chart, spec } = entry, { canvas } = chart;
    let from = null, box = null;
    const at = e => {
      const rect = canvas.getBoundingClientRect(), a = chart.chartArea;
      return { x: Math.min(Math.max(e.clientX - rect.left, a.left), a.right), y: Math.min(Math.max(e.clientY - rect.top, a.top), a.bottom) };
    };
    const both = spec.x.logarithmic;
    canvas.addEventListener("pointerdown", e => {
      if (e.pointerType === "touch" || e.button !== 0) return;
      from = at(e);
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", e => {
      if (!from) return;
      const to = at(e), a = chart.chartArea;
      if (!box && Math.abs(to.x - from.x) < 6) return;
      if (!box) canvas.parentElement.append(box = make("div", { class: "selection" }));
      const top = both ? Math.min(from.y, to.y) : a.top, bottom = both ? Math.max(from.y, to.y) : a.bottom;
      Object.assign(box.style, { left: `${Math.min(from.x, to.x)}px`, width: `${Math.abs(to.x - from.x)}px`, top: `${top}px`, height: `${bottom - top}px` });
    });
    canvas.addEventListener("pointerup", e => {
      if (from && box) {
        const to = at(e), { scales } = chart;
        const range = (scale, p, q) => {
          const ends = [scale.getValueForPixel(p), scale.getValueForPixel(q)];
          return { min: Math.min(...ends), max: Math.max(...ends) };
        };
        zoomTo(entry, range(scales.x, from.x, to.x), both ? range(scales.y, from.y, to.y) : undefined);
        box.remove();
      }
      from = box = null;
    });
    canvas.addEventListener("dblclick", () => zoomTo(entry));
  }

  // --- files ------------------------------------------------------------------------------------------------

  function save(name, blob) {
    const link = make("a", { download: name });
    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function asCsv(spec, group) {
    const series = spec.series.filter(s => s.group === group && s.style !== "guide");
    const quoted = text => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const number = v => v === null || v === undefined ? "" : String(v);
    const rows = [];
    if (series.every(s => s.x === series[0].x)) {
      const name = s => s.label || spec.y.label;
      rows.push([spec.x.label, ...series.flatMap(s => s.low ? [`${name(s)}, low`, `${name(s)}, high`] : [name(s)])]);
      columns[series[0].x].forEach((x, k) => rows.push([x, ...series.flatMap(s => s.low ? [columns[s.low][k], columns[s.y][k]] : [columns[s.y][k]])]));
    } else {
      rows.push(["curve", spec.x.label, spec.y.label]);
      for (const s of series) columns[s.x].forEach((x, k) => rows.push([s.label, x, columns[s.y][k]]));
    }
    return rows.map(row => row.map(v => quoted(typeof v === "string" ? v : number(v))).join(",")).join("\n") + "\n";
  }

  const escaped = text => String(text).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

  // The chart as it stands, in lines and letters.
  function asSvg(chart, spec) {
    const { width, height, chartArea: a, scales } = chart, out = [];
    const text = (x, y, words, anchor, more = "") => out.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${soft()}" ${more}>${escaped(words)}</text>`);
    const line = (x1, y1, x2, y2, stroke, more = "") => out.push(`<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="${stroke}" ${more}/>`);
    scales.x.ticks.forEach((t, i) => {
      const x = scales.x.getPixelForTick(i);
      line(x, a.top, x, a.bottom + 4, colour("grid"));
      text(x, a.bottom + 18, t.label, "middle");
    });
    scales.y.ticks.forEach((t, i) => {
      const y = scales.y.getPixelForTick(i);
      line(a.left - 4, y, a.right, y, colour("grid"));
      text(a.left - 8, y + 4, t.label, "end");
    });
    text((a.left + a.right) / 2, height - 6, spec.x.label, "middle");
    text(0, 0, chart.options.scales.y.title.text, "middle", `transform="translate(14 ${((a.top + a.bottom) / 2).toFixed(1)}) rotate(-90)"`);
    out.push(`<g clip-path="url(#area)" fill="none" stroke-linejoin="round">`);
    if (spec.disc) {
      const x = scales.x.getPixelForValue(0), y = scales.y.getPixelForValue(0);
      out.push(`<circle cx="${x}" cy="${y}" r="${scales.x.getPixelForValue(1) - x}" stroke="${soft()}"/>`);
    }
    const place = p => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
    const given = value => typeof value === "function" ? value() : value;
    const marker = (set, x, y) => `<path d="${markerPath[set.pointStyle](x, y)}" stroke="${set.hollow ? given(set.borderColor) : "none"}" `
      + `stroke-width="1.5" fill="${given(set.pointBackgroundColor)}"/>`;
    [...chart.data.datasets].map((set, i) => ({ set, i })).reverse().forEach(({ set, i }) => {
      if (!chart.isDatasetVisible(i)) return;
      const points = chart.getDatasetMeta(i).data;
      const pieces = [[]];
      for (const p of points) if (p.skip || Number.isNaN(p.y)) pieces.push([]); else pieces.at(-1).push(p);
      const steps = set.stepped ? piece => piece.flatMap((p, k) => k ? [{ x: p.x, y: piece[k - 1].y }, p] : [p]) : piece => piece;
      for (const piece of pieces.filter(p => p.length).map(steps)) {
        if (set.fill === "+1") {
          const below = chart.getDatasetMeta(i + 1).data.filter(p => !p.skip && !Number.isNaN(p.y));
          out.push(`<path d="M${piece.map(place).join("L")}L${below.reverse().map(place).join("L")}Z" fill="${given(set.backgroundColor)}"/>`);
          below.reverse();
        }
        if (set.fill === "origin") {
          const y = scales.y.getPixelForValue(0);
          out.push(`<path d="M${piece[0].x.toFixed(1)} ${y}L${piece.map(place).join("L")}L${piece.at(-1).x.toFixed(1)} ${y}Z" fill="${given(set.backgroundColor)}"/>`);
        }
        if (set.borderWidth) out.push(`<path d="M${piece.map(place).join("L")}" stroke="${given(set.borderColor)}" stroke-width="${set.borderWidth}" stroke-dasharray="${(set.borderDash ?? []).join(" ")}"/>`);
        if (set.hasMarkers) for (const p of piece) if (p.options?.radius) out.push(marker(set, Number(p.x.toFixed(1)), Number(p.y.toFixed(1))));
      }
    });
    const { texts, lines } = notes(chart, spec);
    for (const x of lines) line(x, a.top, x, a.bottom, colour("bad"), 'stroke-dasharray="3 3"');
    out.push("</g>");
    for (const t of texts) out.push(`<text x="${t.x}" y="${t.y}" text-anchor="${t.align === "right" ? "end" : "start"}" fill="${t.colour ? t.colour() : t.guide ? soft() : colour("bad")}">${escaped(t.text)}</text>`);
    // names of the curves, below
    const shown = spec.series.map((s, i) => ({ s, i })).filter(({ s }) => s.label && s.style !== "guide" && s.group === chart.group);
    const names = shown.length < 2 ? [] : shown;
    names.forEach(({ s, i }, k) => {
      const set = chart.data.datasets.find(d => d.of === i), y = height + 16 + 18 * Math.floor(k / 4), x = a.left + (k % 4) * (a.right - a.left) / 4;
      if (s.low) out.push(`<rect x="${x}" y="${y - 9}" width="24" height="9" fill="${given(set.backgroundColor)}"/>`);
      else out.push(`<path d="M${x} ${y - 4}h24" stroke="${given(set.borderColor)}" stroke-width="2" stroke-dasharray="${(set.borderDash ?? []).join(" ")}"/>`);
      if (set.hasMarkers) out.push(marker(set, x + 12, y - 4));
      text(x + 30, y, s.label, "start");
    });
    const whole = height + (names.length ? 26 + 18 * Math.floor((names.length - 1) / 4) : 0);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" font-family="sans-serif" font-size="12">`
      + `<defs><clipPath id="area"><rect x="${a.left}" y="${a.top - 4}" width="${a.right - a.left + 4}" height="${a.bottom - a.top + 8}"/></clipPath></defs>`
      + `<rect width="100%" height="100%" fill="${colour("panel")}"/>${out.join("")}</svg>`;
  }

  function savePng(chart, name) {
    const { canvas } = chart, copy = make("canvas");
    copy.width = canvas.width;
    copy.height = canvas.height;
    const to = copy.getContext("2d");
    to.fillStyle = colour("panel");
    to.fillRect(0, 0, copy.width, copy.height);
    to.drawImage(canvas, 0, 0);
    copy.toBlob(blob => save(name, blob));
  }

  function saveMenu(chart, spec) {
    const menu = make("details", { class: "save" }), list = make("div"), name = spec.id.replace(/_chart$/, "");
    menu.append(make("summary", {}, "save"), list);
    const entry = (label, action) => list.append(tool(label, () => { action(); menu.open = false; }));
    entry("SVG", () => save(`${name}.svg`, new Blob([asSvg(chart, spec)], { type: "image/svg+xml" })));
    entry("PNG", () => savePng(chart, `${name}.png`));
    entry("CSV", () => save(`${name}.csv`, new Blob([asCsv(spec, chart.group)], { type: "text/csv" })));
    return menu;
  }

  // --- all of them ------------------------------------------------------------------------------------------

  function tooltip(chart) {
    const name = (axisSpec, value) => `${axisSpec.label} = ${numberText(value)}`;
    return {
      displayColors: chart.series.length > 1,
      filter: item => !item.dataset.hidden_edge && !item.dataset.guide,
      backgroundColor: () => colour("ink"),
      titleColor: () => colour("paper"),
      bodyColor: () => colour("paper"),
      padding: 8,
      callbacks: {
        title: items => chart.disc || !items.length ? "" : name(chart.x, items[0].parsed.x),
        label: item => chart.disc ? [name(chart.x, item.parsed.x), name(chart.y, item.parsed.y)]
          : "low" in item.raw ? `${item.dataset.label || chart.y.label}: ${numberText(item.raw.low)} … ${numberText(item.parsed.y)}`
          : `${item.dataset.label || chart.y.label} = ${numberText(item.parsed.y)}`,
      },
    };
  }

  function draw(spec) {
    const figure = document.getElementById(spec.id).closest("figure");
    const tools = figure.querySelector(".tools"), place = figure.querySelector(".legend");
    const logarithmic = spec.x.logarithmic || spec.y.logarithmic;
    const bars = spec.series.some(s => s.style === "bars");
    const across = spec.series.map(s => s.x), up = spec.series.flatMap(s => s.low ? [s.y, s.low] : [s.y]);
    const bounds = spec.disc ? {} : {
      x: spec.x.logarithmic ? logRange(across) : bars ? smallRange(across) : timeRange(across),
      y: spec.y.logarithmic ? spec.x.logarithmic ? logRange(up) : {} : smallRange(up),
    };
    const group = spec.groups?.[0].name;
    const chart = new Chart(document.getElementById(spec.id), {
      type: "scatter",
      data: { datasets: spec.series.flatMap((s, i, all) => [datasets(s, i, all)].flat().map(set => ({ ...set, of: i }))) },
      options: {
        showLine: true,
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        interaction: { intersect: false, ...spec.disc || logarithmic && spec.x.logarithmic ? { mode: "nearest" } : { mode: "index", axis: "x" } },
        layout: spec.disc ? { padding: { top: room.top, right: room.right } } : { padding: { right: 8 } },
        scales: spec.disc ? { x: discAxis(spec.x, true), y: discAxis(spec.y, false) }
          : { x: axis(spec.x, bounds.x), y: axis(spec.y, bounds.y) },
        plugins: { legend: { display: false }, tooltip: tooltip(spec) },
      },
      plugins: spec.disc ? [discMarks, { beforeInit: c => { c.reach = 1; } }] : [drawnNotes(spec)],
    });
    const reset = tool("whole", () => zoomTo(entry));
    reset.hidden = true;
    tools.append(reset, saveMenu(chart, spec));
    const bound = b => ({ min: b?.min, max: b?.max });
    const entry = { chart, spec, reset, whole: { x: bound(bounds.x), y: bound(bounds.y) }, show: () => legend(chart, spec, place) };
    if (group !== undefined) chooseGroup(chart, spec, group);
    groupChoice(chart, spec, tools, place);
    entry.show();
    if (group !== undefined) chart.update("none");
    if (spec.disc) discZoom(chart, tools);
    else dragToZoom(entry);
    return entry;
  }

  // Where the moving body is, in the charts over time.
  function followTime(motion) {
    const followed = charts.filter(c => !c.spec.disc && !c.spec.x.logarithmic && c.spec.x.label === "time t");
    let now;
    for (const { chart } of followed) {
      const line = make("div", { class: "now" });
      line.hidden = true;
      chart.canvas.parentElement.append(line);
      cursors.set(chart, () => {
        if (now === undefined) return;
        const { chartArea: a, scales: { x } } = chart, at = x.getPixelForValue(now);
        line.hidden = !(at >= a.left && at <= a.right);
        Object.assign(line.style, { transform: `translateX(${at}px)`, top: `${a.top}px`, height: `${a.bottom - a.top}px` });
      });
    }
    motion.addEventListener("time", e => {
      now = e.detail;
      cursors.forEach(place => place());
    });
  }
  // A chart that has another size, or shows another part of the time, has them elsewhere.
  const cursors = new Map();
  Chart.register({ id: "now", afterDraw: chart => cursors.get(chart)?.() });

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  charts.push(...data.charts.map(draw));
  const motion = document.getElementById("motion");
  if (motion) followTime(motion);
  const redraw = () => {
    colours = {};
    charts.forEach(({ chart, show }) => { chart.resize(); chart.update("none"); show(); });
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  matchMedia("print").addEventListener("change", redraw);
})();
