// The choice of up to four methods.
import type { Method } from "../package/index.js";
import { make } from "../viewer/controls";
import { exact } from "./messages";

export const series = ["series-1", "series-2", "series-3", "series-4"];
const often = ["se", "se4-rkn", "se6-kl", "se8-kl", "mr2-auto", "dmv2", "liemid-ea", "rkmk-rk4", "gauss-8", "multistep-16", "dop853",
  "rk4-naive", "engine-euler", "engine-clamped", "engine-implicit"];

const described = ({ name, order_attitude: order, title }: Method) => `${name} (order ${order}): ${title}`;

export class MethodChoice {
  readonly selects: HTMLSelectElement[] = [];

  constructor(element: HTMLElement, private readonly methods: Method[], changed: () => void) {
    series.forEach((colour, i) => {
      const label = make("label", { class: "method" }), dot = make("i"), select = make("select", { "aria-label": `method ${i + 1}` });
      dot.style.background = `var(--${colour})`;
      label.append(dot, select);
      element.append(label);
      select.addEventListener("change", changed);
      this.selects.push(select);
    });
    this.value = ["se"];
  }

  /// A method that the text defines, beside those of the module.
  offer(own: string | undefined): void {
    if (own === this.own) return;
    this.own = own;
    this.value = this.value;
  }
  private own?: string;

  get value(): string[] { return this.selects.map(s => s.value).filter(Boolean); }

  /// Names that are in no list, as those of families, are kept.
  set value(names: string[]) {
    const known = new Map(this.methods.map(m => [m.name, m])), others = new Set([...names, ...(this.own ? [this.own] : [])].filter(n => n !== exact && !known.has(n)));
    this.selects.forEach((select, i) => {
      const group = (title: string, entries: [string, string][]) => {
        const out = make("optgroup", { label: title });
        out.append(...entries.map(([value, text]) => new Option(text, value)));
        return out;
      };
      const listed = (list: (Method | undefined)[]) => list.flatMap(m => m ? [[m.name, described(m)] as [string, string]] : []);
      select.replaceChildren(
        ...(i > 0 ? [new Option("– none –", "")] : []),
        new Option("the motion itself, exact", exact),
        ...[...others].map(n => new Option(n, n)),
        group("often used", listed(often.map(n => known.get(n)))),
        group("all others", listed(this.methods.filter(m => !often.includes(m.name)))));
      select.value = names[i] ?? "";
    });
  }
}
