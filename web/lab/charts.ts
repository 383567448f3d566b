// Errors against time, on a logarithmic scale, growing while they are computed. Chart.js is a script of the page.
import { make } from "../viewer/controls";

declare const Chart: any;

const mostPoints = 700;   // to a curve: more would not be seen
const least = 1e-17;      // below, there is nothing but round-off

const titles = [
  ["Energy", "|E − E exact| / E at the start"],
  ["Momentum", "|L − L exact| / |L| at the start, in space"],
  ["Attitude", "angle to the exact attitude, radians"],
] as const;

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (n: number) => `10${n < 0 ? "⁻" : ""}${[...String(Math.abs(n))].map(d => superscripts[Number(d)]).join("")}`;
/// 3.2·10⁻⁷
export function scientific(x: number, digits = 1): string {
  if (!(x > 0)) return x === 0 ? "0" : "–";
  if (x >= 0.01 && x < 1000) return x.toPrecision(digits + 1);
  const [mantissa, exponent] = x.toExponential(digits).split("e");
  return `${mantissa}·${power(Number(exponent))}`;
}

export class Charts {
  readonly element = make("div", { class: "charts" });
  private readonly charts: any[] = [];
  private readonly now: HTMLElement[] = [];
  private readonly captions: HTMLElement[] = [];
  private end = 1;
  private time = 0;

  constructor(seek: (t: number) => void) {
    titles.forEach(([title, caption], k) => {
      const figure = make("figure"), plot = make("div", { class: "plot" }), canvas = make("canvas", { role: "img", "aria-label": `Error of the ${title.toLowerCase()} against time` });
      const line = make("div", { class: "now" }), captionElement = make("figcaption", {}, caption);
      plot.append(canvas, line);
      figure.append(make("h3", {}, `${title} error`), plot, captionElement);
      this.element.append(figure);
      this.now.push(line);
      this.captions.push(captionElement);
      this.charts.push(new Chart(canvas, {
        type: "line",
        data: { datasets: [] },
        options: {
          animation: false, parsing: false, normalized: true, maintainAspectRatio: false,
          interaction: { mode: "index", axis: "x", intersect: false },
          elements: { point: { radius: 0, hitRadius: 4 }, line: { borderWidth: 1.75 } },
          plugins: {
            legend: { display: false },
            tooltip: {
              animation: false,
              callbacks: {
                title: (items: any[]) => items.length ? `t = ${items[0].parsed.x.toPrecision(4)}` : "",
                label: (item: any) => `${item.dataset.label}: ${scientific(item.parsed.y)}`,
              },
            },
          },
          onClick: (_: any, __: any, chart: any) => {
            const x = chart.scales.x.getValueForPixel(this.clicked - canvas.getBoundingClientRect().left);
            if (x >= 0) seek(Math.min(x, this.end));
          },
          scales: {
            x: { type: "linear", min: 0, title: { display: true, text: "time t" }, ticks: { maxRotation: 0, autoSkipPadding: 16 } },
            y: {
              type: "logarithmic",
              afterBuildTicks: (axis: any) => {
                const from = Math.ceil(Math.log10(axis.min) - 1e-9), to = Math.floor(Math.log10(axis.max) + 1e-9);
                const step = Math.max(1, Math.ceil((to - from) / 6));
                axis.ticks = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => ({ value: 10 ** (from + i * step) }));
              },
              afterFit: (axis: any) => { axis.width = 52; },
              ticks: { callback: (value: number) => power(Math.round(Math.log10(value))) },
            },
          },
        },
      }));
      canvas.addEventListener("pointerdown", e => { this.clicked = e.clientX; });
      if (k === 0) matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
    });
    this.recolour();
  }
  private clicked = 0;

  private colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }

  private recolour(): void {
    for (const chart of this.charts) {
      for (const axis of Object.values(chart.options.scales) as any[]) {
        axis.grid = { color: this.colour("grid"), borderColor: this.colour("rule") };
        axis.ticks.color = this.colour("soft");
        if (axis.title) axis.title.color = this.colour("soft");
      }
      chart.data.datasets.forEach((set: any) => { set.borderColor = set.backgroundColor = this.colour(set.series); });
      chart.update("none");
    }
  }

  /// The curves so far. `errors`: three numbers to a sample.
  set(curves: { name: string; series: string; times: ArrayLike<number>; errors: ArrayLike<number> }[], end: number, hasReference: boolean): void {
    this.end = end;
    this.charts.forEach((chart, k) => {
      chart.data.datasets = curves.map(({ name, series, times, errors }) => {
        const n = times.length, every = Math.max(1, Math.ceil(n / mostPoints)), data: { x: number; y: number }[] = [];
        // of each few samples the largest error
        for (let i = 0; i < n; i += every) {
          let most = 0;
          for (let j = i; j < Math.min(i + every, n); ++j) most = Math.max(most, errors[3 * j + k] || 0);
          if (most > least) data.push({ x: times[i], y: most });
        }
        return { label: name, data, series, borderColor: this.colour(series), backgroundColor: this.colour(series) };
      });
      chart.options.scales.x.max = end;
      // Round-off alone need not fill the whole height.
      let [low, high] = [Infinity, 0];
      for (const { data } of chart.data.datasets) for (const { y } of data) [low, high] = [Math.min(low, y), Math.max(high, y)];
      const empty = !(high > 0);
      chart.options.scales.y.min = empty ? 1e-16 : 10 ** Math.floor(Math.log10(Math.max(low, high * 1e-14)));
      chart.options.scales.y.max = empty ? 1 : 10 ** Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 2);
      chart.update("none");
      this.captions[k].textContent = hasReference ? titles[k][1]
        : k === 2 ? "there is no exact motion to compare with" : `change of ${k === 0 ? "energy" : "momentum in space"} since the start, relative`;
    });
    this.show(this.time);
  }

  /// The line that goes with the clock.
  show(time: number): void {
    this.time = time;
    this.charts.forEach((chart, k) => {
      const { left, right, top, bottom } = chart.chartArea ?? { left: 0, right: 0, top: 0, bottom: 0 }, line = this.now[k];
      line.style.transform = `translateX(${left + (right - left) * Math.min(time / this.end, 1)}px)`;
      line.style.top = `${top}px`;
      line.style.height = `${bottom - top}px`;
    });
  }
}
