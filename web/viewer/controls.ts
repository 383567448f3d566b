// Elements of the page, and how the controls of a picture look.
import { Part, Scene, parts } from "./scene";

/// Colours where the page defines none.
export const usualColours: Record<string, string> = {
  panel: "#ffffff", ink: "#1d2329", soft: "#5c6670", rule: "#e3e5e6", accent: "#1f5fa8",
  "series-1": "#1f5fa8", "series-2": "#c7631b", "series-3": "#2b8a74", "series-4": "#8a4f9e", "series-5": "#a08312", "series-7": "#c2417c",
};
export const colourOf = (element: HTMLElement) => (name: string): string =>
  getComputedStyle(element).getPropertyValue(`--${name}`).trim() || usualColours[name];

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, attributes: Record<string, string> = {}, text = ""): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

export function choice(label: string, entries: [string, string][], chosen: string, change: (value: string) => void): HTMLLabelElement {
  const select = make("select", { "aria-label": label });
  for (const [value, text] of entries) select.append(new Option(text, value, value === chosen, value === chosen));
  select.addEventListener("change", () => change(select.value));
  const out = make("label", {}, `${label} `);
  out.append(select);
  return out;
}

export function checkbox(label: string, title: string, change: (value: boolean) => void, checked = false): HTMLLabelElement {
  const box = make("input", { type: "checkbox" }), out = make("label", title ? { title } : {});
  box.checked = checked;
  box.addEventListener("change", () => change(box.checked));
  out.append(box, ` ${label}`);
  return out;
}

/// Time as text with the digits that the length of the motion asks for.
export function timeText(t: number, span: number): string {
  const digits = Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(span || 1))));
  return t.toFixed(digits);
}

/// A button for each part of the picture that can be switched off.
export function partChips(scene: Scene, toggle: (part: Part) => void): HTMLButtonElement[] {
  return scene.shownParts[scene.view].map(part => {
    const { label, title, colour } = parts[part];
    const chip = make("button", { type: "button", title, "aria-pressed": String(scene.isShown(part)) });
    const dot = make("i");
    dot.style.background = `var(--${part === "trail" ? scene.trailColour : colour}, ${usualColours[colour] ?? "#888"})`;
    chip.append(dot, label);
    chip.addEventListener("click", () => {
      toggle(part);
      chip.setAttribute("aria-pressed", String(scene.isShown(part)));
    });
    return chip;
  });
}
