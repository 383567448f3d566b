// The common numbers of a scenario as fields. What they change is its text.
import { make } from "../viewer/controls";
import { valueOf, withSection, withValue } from "./toml";

export interface Resolved {
  moments: readonly number[];
  principal: readonly number[];
  first: readonly number[];   ///< the first row
  step: number;
  end: number;
}
type Edit = (toml: string) => string;

/// Short, and enough digits for a field; what is not touched keeps all of its own in the text.
export function shortNumber(x: number): string {
  const rounded = Number(x.toPrecision(6)), size = Math.abs(rounded);
  return size > 0 && (size < 1e-3 || size >= 1e6) ? rounded.toExponential() : String(rounded);
}
const list = (v: readonly number[]) => `[${v.join(", ")}]`;
/// Of angles or rates at the start, with their unit where numbers would count as degrees.
const measured = (toml: string, v: readonly number[], unit: string) =>
  valueOf(toml, "initial", "degrees") === "true" ? `[${v.map(x => `"${x} ${unit}"`).join(", ")}]` : list(v);

function rotationVector([x, y, z, w]: readonly number[]): number[] {
  const s = Math.hypot(x, y, z), angle = 2 * Math.atan2(s, w), k = s > 0 ? angle / s : 2;
  return [x * k, y * k, z * k];
}

/// Torques of about the size that the motion asks for.
const torques: Record<string, { title: string; lines: (r: Resolved) => string }> = {
  none: { title: "none: free motion", lines: () => `model = "none"` },
  "heavy-top": { title: "heavy top: weight above a fixed point", lines: r => `model = "heavy-top"\nweight_moment = ${size(r, 2, 0.3)}     # m g l` },
  "gravity-gradient": { title: "gravity gradient: a satellite", lines: r => `model = "gravity-gradient"\ncoefficient = ${size(r, 0, 0.5)}       # 3μ/r³` },
  damping: { title: "damping", lines: r => `model = "damping"\ncoefficient = ${size(r, 1, 0.02)}` },
  "constant-body": { title: "constant in the body: a thruster", lines: r => `model = "constant-body"\ntorque = [${size(r, 2, 0.02)}, 0, 0]` },
  formula: {
    title: "a formula of your own",
    lines: r => `model = "formula"\ntorque = ["a*sin(t) - c*wx", "-c*wy", "-c*wz"]\nparameters = { a = ${size(r, 2, 0.1)}, c = ${size(r, 1, 0.01)} }`,
  },
};
/// `part` of ω² (0), I ω (1) or I ω² (2).
function size(r: Resolved, kind: 0 | 1 | 2, part: number): string {
  const omega = Math.hypot(r.first[8], r.first[9], r.first[10]) || 1, I = Math.max(...r.moments);
  return String(Number((part * [omega * omega, I * omega, I * omega * omega][kind]).toPrecision(2)));
}

export class Fields {
  readonly element = make("div", { class: "fields" });
  private readonly inertia: HTMLInputElement[];
  private readonly attitude: HTMLInputElement[];
  private readonly rate: HTMLInputElement[];
  private readonly span: HTMLInputElement[];
  private readonly torque = make("select");
  private readonly inertiaNote = make("p", { class: "note" });
  private resolved?: Resolved;

  constructor(private readonly change: (edit: Edit) => void) {
    this.inertia = this.group("Moments of inertia", ["I₁", "I₂", "I₃"], v => t => withValue(t, "body", "inertia", list(v)));
    this.element.append(this.inertiaNote);
    this.attitude = this.group("Attitude at the start: rotation vector, radians", ["x", "y", "z"],
      v => t => withValue(t, "initial", "rotation_vector", measured(t, v, "rad"), ["euler", "quaternion", "quaternion_wxyz", "matrix"]));
    this.rate = this.group("Angular velocity at the start, in the body", ["ω₁", "ω₂", "ω₃"],
      v => t => withValue(t, "initial", "angular_velocity", measured(t, v, "rad/s"), ["momentum", "space_momentum", "space_angular_velocity"]));
    const set = make("fieldset"), label = make("label", {}, "model ");
    label.append(this.torque);
    set.append(make("legend", {}, "Torque"), label);
    this.element.append(set);
    this.torque.addEventListener("change", () => {
      const chosen = torques[this.torque.value], resolved = this.resolved;
      if (chosen && resolved) this.change(t => withSection(t, "torque", chosen.lines(resolved)));
    });
    this.span = this.group("Time", ["step", "end"], v => t =>
      withValue(withValue(t, "integrate", "step", String(v[0]), ["steps"]), "integrate", "end", String(v[1])));
  }

  private group(title: string, names: string[], edit: (v: number[]) => Edit): HTMLInputElement[] {
    const set = make("fieldset"), inputs = names.map(name => {
      const label = make("label", {}, `${name} `), input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": `${title}, ${name}` });
      label.append(input);
      set.append(label);
      return input;
    });
    set.prepend(make("legend", {}, title));
    this.element.append(set);
    for (const input of inputs) {
      input.addEventListener("change", () => {
        const values = inputs.map(i => Number(i.value.trim().replace(",", ".")));
        const wrong = inputs.find((_, k) => !Number.isFinite(values[k]) || inputs[k].value.trim() === "");
        for (const i of inputs) i.setAttribute("aria-invalid", String(i === wrong));
        if (!wrong) this.change(edit(values));
      });
    }
    return inputs;
  }

  show(toml: string, resolved: Resolved): void {
    this.resolved = resolved;
    const fill = (inputs: HTMLInputElement[], v: readonly number[]) => inputs.forEach((input, k) => {
      if (document.activeElement !== input) input.value = shortNumber(v[k]);
      input.setAttribute("aria-invalid", "false");
    });
    fill(this.inertia, resolved.moments);
    fill(this.attitude, rotationVector(resolved.first.slice(1, 5)));
    fill(this.rate, resolved.first.slice(8, 11));
    fill(this.span, [resolved.step, resolved.end]);
    const turned = Math.hypot(...resolved.principal.slice(0, 3)) > 1e-12;
    for (const input of this.inertia) input.disabled = turned;
    this.inertiaNote.textContent = turned ? "The principal axes are not those of the body: the whole tensor is in the text." : "";
    const model = valueOf(toml, "torque", "model")?.replace(/"/g, "") ?? "", known = model in torques;
    this.torque.replaceChildren(...(known ? [] : [new Option("as in the text", "", true, true)]),
      ...Object.entries(torques).map(([name, { title }]) => new Option(title, name, name === model, name === model)));
  }
}
