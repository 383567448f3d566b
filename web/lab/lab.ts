// The laboratory: scenario and methods → workers → pictures, charts, numbers.
import { make, timeText } from "../viewer/controls";
import { Charts, scientific } from "./charts";
import { CloudPanel } from "./cloud_panel";
import { Engine, embeddedModule, missing } from "./engine";
import { Fields, shortNumber } from "./fields";
import { Setup, hashOf, setupOf } from "./link";
import { SimulationEnd, SimulationPart, exact, rowNumbers } from "./messages";
import { MethodChoice, series } from "./methods";
import { Preset, presetsOf } from "./presets";
import { valueOf, withValue } from "./toml";
import { Views } from "./views";

const mostSamples = 2400;

const $ = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const still = matchMedia("(prefers-reduced-motion: reduce)");

function say(element: HTMLElement, text: string): void {
  element.textContent = text;
  element.hidden = text === "";
}

/// Numbers that become more.
class Growing {
  private kept = new Float64Array(1024);
  length = 0;
  add(more: Float64Array): void {
    while (this.length + more.length > this.kept.length) {
      const larger = new Float64Array(2 * this.kept.length);
      larger.set(this.kept);
      this.kept = larger;
    }
    this.kept.set(more, this.length);
    this.length += more.length;
  }
  get all(): Float64Array { return this.kept.subarray(0, this.length); }
}

type Start = Extract<SimulationPart, { start: unknown }>["start"];

/// One go at a scenario: what has come of it so far.
class Experiment {
  readonly rows: Growing[];
  readonly errors: Growing[];
  start?: Start;
  end?: SimulationEnd;
  constructor(readonly setup: Setup) {
    this.rows = setup.methods.map(() => new Growing());
    this.errors = setup.methods.map(() => new Growing());
  }
  samples(i: number): number { return this.rows[i].length / rowNumbers; }
  times(i: number): Float64Array {
    const n = this.samples(i), all = this.rows[i].all, out = new Float64Array(n);
    for (let k = 0; k < n; ++k) out[k] = all[rowNumbers * k];
    return out;
  }
  /// Up to here all have come, or have ended.
  get available(): number {
    const reached = this.rows.map((r, i) => this.end?.runs[i].error || !r.length ? 0 : r.all[r.length - rowNumbers]);
    return Math.max(0, ...reached);
  }
  /// The number of the last sample at or before a time.
  at(i: number, time: number): number {
    const all = this.rows[i].all;
    let low = 0, high = this.samples(i) - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (all[rowNumbers * middle] <= time) low = middle; else high = middle - 1;
    }
    return low;
  }
  /// Turns that the first body makes.
  get turns(): number {
    const all = this.rows.find(r => r.length > rowNumbers)?.all;
    if (!all) return 0;
    let sum = 0;
    for (let i = 0; i + rowNumbers < all.length; i += rowNumbers) {
      sum += Math.hypot(all[i + 8], all[i + 9], all[i + 10]) * (all[i + rowNumbers] - all[i]);
    }
    return sum / (2 * Math.PI);
  }
}

async function begin(): Promise<void> {
  const lacking = missing();
  if (lacking) throw new Error(`This browser cannot run the laboratory: it lacks ${lacking}. Any browser of the last three years has it.`);
  const module = await embeddedModule();
  const engine = new Engine(module);
  let second: Engine | undefined;   // for what takes long: files, and runs of scripts
  const aside = () => second ??= new Engine(module);
  const { version, methods, problems, presets: scenarios } = await engine.ask("lists", {});

  // --- what is on the page
  const toml = $<HTMLTextAreaElement>("toml"), slider = $<HTMLInputElement>("time"), stepSlider = $<HTMLInputElement>("step");
  const presets = presetsOf(new Set(methods.map(m => m.name)), new Set(scenarios), problems);
  const select = $<HTMLSelectElement>("preset");
  const chosen = make("optgroup", { label: "to begin with" }), built = make("optgroup", { label: "built-in problems" });
  for (const p of presets) (problems.some(q => q.name === p.id) ? built : chosen).append(new Option(p.title, p.id));
  select.append(new Option("your own", ""), chosen, built);

  let views: Views | undefined;
  try {
    views = new Views((key, shift) => keyPressed(key, shift));
    $("views").append(views.stage);
    $("shown").append(views.legend, views.choices);
  } catch (error) {
    $("views").append(make("p", { class: "note" }, `The bodies cannot be seen here, since this browser draws no 3-D pictures (${(error as Error).message}). All else works.`));
  }
  const charts = new Charts(t => { pause(); seek(t); });
  $("errors").append(charts.element);
  const choice = new MethodChoice($("methods"), methods, () => {
    select.value = "";
    void change(compute);
  });
  const fields = new Fields(edit => changeText(edit(toml.value)));
  $("fields").append(fields.element);

  // --- the clock
  let time = 0, playing = false, last = 0, away = false, seconds = 20;
  let experiment = new Experiment({ toml: "", methods: [] });
  const span = () => experiment.start?.end ?? 1;

  function showTime(): void {
    slider.value = String(time / span());
    $("clock").textContent = `t = ${timeText(time, span())}`;
    views?.show(time);
    charts.show(time);
    views?.labels.forEach((label, i) => showLabel(label, i));
  }
  function seek(t: number): void {
    time = Math.min(Math.max(t, 0), span());
    showTime();
  }
  function tick(now: number): void {
    if (!playing) return;
    const passed = Math.min((now - last) / 1000, 0.1);
    last = now;
    time += passed * span() / seconds;
    if (time >= span()) time = experiment.end ? 0 : span();
    time = Math.min(time, Math.max(experiment.available, experiment.end ? span() : 0));
    showTime();
    requestAnimationFrame(tick);
  }
  function play(): void {
    if (playing) return;
    if (time >= span()) time = 0;
    playing = true;
    last = performance.now();
    showPlaying();
    requestAnimationFrame(tick);
  }
  function pause(): void {
    playing = away = false;
    showPlaying();
  }
  function showPlaying(): void {
    $("play").textContent = playing ? "❚❚" : "▶";
    $("play").setAttribute("aria-label", playing ? "pause" : "play");
  }
  function keyPressed(key: string, shift: boolean): boolean {
    const by = span() / (shift ? 1000 : 100);
    const actions: Record<string, () => void> = {
      " ": () => playing ? pause() : play(),
      ArrowLeft: () => { pause(); seek(time - by); },
      ArrowRight: () => { pause(); seek(time + by); },
      Home: () => seek(0),
      End: () => seek(span()),
    };
    actions[key]?.();
    return key in actions;
  }
  $("play").addEventListener("click", () => playing ? pause() : play());
  slider.addEventListener("input", () => {
    pause();
    seek(Number(slider.value) * span());
  });
  new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting && playing) { pause(); away = true; }
    else if (entry.isIntersecting && away) play();
  }).observe($("motion"));

  // --- what is shown of an experiment
  function showLabel(label: HTMLElement, i: number): void {
    const { setup, end } = experiment, name = setup.methods[i], failed = end?.runs[i].error ?? "";
    const n = experiment.samples(i), error = n ? experiment.errors[i].all[3 * experiment.at(i, time) + 2] : NaN;
    const text = failed && (!n || time > end!.runs[i].time) ? failed
      : name === exact ? "" : Number.isFinite(error) ? `off by ${scientific(error)} rad` : "";
    let [dot, title, note] = label.children as unknown as HTMLElement[];
    if (!dot) {
      [dot, title, note] = [make("i"), make("b"), make("span")];
      label.append(dot, title, note);
    }
    dot.style.background = `var(--${series[i]})`;
    title.textContent = name === exact ? "exact" : name;
    note.textContent = text;
    note.className = failed && text === failed ? "bad" : "";
  }
  function showViews(): void {
    const { start, setup } = experiment;
    if (!start || !views) return;
    // One that could not begin stands where it started.
    const shown = setup.methods.map((name, i) => ({ name, rows: experiment.samples(i) ? experiment.rows[i].all.slice() : Float64Array.from(start.first) }));
    views.set(shown, start.picture);
  }
  function showCharts(): void {
    const { start, setup } = experiment;
    if (!start) return;
    const curves = setup.methods.flatMap((name, i) => name === exact ? []
      : [{ name, series: series[i], times: experiment.times(i), errors: experiment.errors[i].all }]);
    charts.set(curves, start.end, start.noReference === "");
  }
  function showResults(): void {
    const { setup, end } = experiment;
    const rows = setup.methods.flatMap((name, i) => {
      if (name === exact) return [];
      const row = make("tr"), run = end?.runs[i], n = experiment.samples(i), errors = experiment.errors[i].all;
      const head = make("th", { scope: "row" }), dot = make("i");
      dot.style.background = `var(--${series[i]})`;
      head.append(dot, name);
      row.append(head);
      if (run?.error) {
        row.append(make("td", { colspan: "6", class: "bad" }, run.error));
        return [row];
      }
      const cell = (text: string, attributes = {}) => row.append(make("td", attributes, text));
      const hash = make("td"), code = make("code", { "data-method": name }, run?.hash ?? "…");
      hash.append(code);
      row.append(hash);
      for (const k of [0, 1, 2]) cell(run && n ? scientific(errors[3 * (n - 1) + k]) : "…");
      cell(run ? String(run.steps) : "…");
      cell(run ? String(run.torqueEvaluations) : "…");
      return [row];
    });
    $("results").replaceChildren(...rows);
    const quoted = (name: string) => /^[\w.+@-]+$/.test(name) ? name : `'${name}'`;
    $("commands").textContent = setup.methods.filter((m, i) => m !== exact && setup.methods.indexOf(m) === i)
      .map(m => `polhode run scenario.toml --method ${quoted(m)} --hash`).join("\n");
  }

  // --- carrying it out
  let base = 0;
  async function compute(fresh = false): Promise<void> {
    choice.offer(valueOf(toml.value, "method", "name")?.replace(/"/g, ""));
    const next = new Experiment({ toml: toml.value, methods: choice.value });
    let drawn = 0, charted = 0, current = false;
    const more = (part: SimulationPart) => {
      if (newest !== next) return;
      if ("start" in part) {
        next.start = part.start;
        return;
      }
      part.samples.forEach(({ rows, errors }, i) => {
        next.rows[i].add(rows);
        next.errors[i].add(errors);
      });
      if (!current) {
        current = true;
        experiment = next;
        const { step, end, picture, first } = next.start!;
        if (fresh) {
          base = step;
          time = 0;
          views?.forgetAxis();
        }
        time = Math.min(time, end);
        stepSlider.value = String(Math.log2(step / base));
        $("step-text").textContent = `h = ${shortNumber(step)}`;
        fields.show(toml.value, { ...picture, first, step, end });
        say($("wrong"), "");
        say($("said"), next.start!.noReference && `${next.start!.noReference[0].toUpperCase()}${next.start!.noReference.slice(1)}.`);
        showResults();
      }
      // Drawing all costs time that grows with what there is: it is done when there is twice as much as before.
      const samples = Math.max(...next.rows.map((_, i) => next.samples(i)));
      if (samples >= 2 * drawn) {
        drawn = samples;
        showViews();
        showTime();
      }
      if (performance.now() - charted > 150) {
        charted = performance.now();
        showCharts();
      }
    };
    newest = next;
    try {
      const end = await engine.ask("simulate", { toml: toml.value, methods: next.setup.methods, most: mostSamples }, more);
      if (newest !== next) return;
      next.end = end;
      seconds = Math.min(Math.max(4 * next.turns, 6), 90);
      showViews();
      showCharts();
      showResults();
      if (still.matches && fresh) seek(span());   // with the whole trail
      else showTime();
    } catch (error) {
      if (newest === next) say($("wrong"), `${(error as Error).message}`);
    }
  }
  let newest: Experiment | undefined;

  /// Ends when the newest change has been carried out: those that still wait when another comes are left out.
  let finished: Promise<void> = Promise.resolve();
  let changes = 0, timer = 0, wakeUp = () => {};
  function change(carryOut: () => Promise<void>, milliseconds = 0): Promise<void> {
    const own = ++changes;
    clearTimeout(timer);
    wakeUp();
    const pause = new Promise<void>(awake => {
      wakeUp = awake;
      timer = window.setTimeout(awake, milliseconds);
    });
    return finished = pause.then(() => own === changes ? carryOut() : finished);
  }
  function changeText(text: string): void {
    select.value = "";
    toml.value = text;
    void change(compute);
  }
  toml.addEventListener("input", () => {
    select.value = "";
    void change(compute, 400);
  });
  stepSlider.addEventListener("input", () => {
    const step = Number((base * 2 ** Number(stepSlider.value)).toPrecision(3));
    $("step-text").textContent = `h = ${shortNumber(step)}`;
    toml.value = withValue(toml.value, "integrate", "step", String(step), ["steps"]);
    void change(compute, 60);
  });

  async function take(preset: Preset): Promise<void> {
    const text = await engine.ask("scenario", { name: preset.scenario });
    toml.value = preset.step ? withValue(text, "integrate", "step", shortNumber(preset.step), ["steps"]) : text;
    choice.value = preset.methods;
    $("about").textContent = preset.about;
    select.value = preset.id;
    if (location.hash) location.replace("#");
    await compute(true);
  }
  async function open(setup: Setup): Promise<void> {
    toml.value = setup.toml;
    choice.value = setup.methods;
    select.value = "";
    $("about").textContent = "From a link.";
    await compute(true);
  }
  select.addEventListener("change", () => {
    const preset = presets.find(p => p.id === select.value);
    if (preset) void change(() => take(preset)).then(() => { if (!still.matches) play(); });
  });

  // --- to take along
  function save(name: string, type: string, text: string): void {
    const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
  const firstMethod = () => choice.value.find(m => m !== exact) ?? "se";
  async function saveFile(name: "trajectory.csv" | "motion.gltf", type: string): Promise<void> {
    const method = firstMethod();
    say($("said"), `Writing ${name}, by ${method} …`);
    try {
      save(name, type, await aside().ask("file", { name, toml: toml.value, settings: { "integrate.method": method } }));
      say($("said"), `${name} has the motion by ${method}.`);
    } catch (error) {
      say($("said"), (error as Error).message);
    }
  }
  $("save-toml").addEventListener("click", () => save("scenario.toml", "application/toml", toml.value));
  $("save-csv").addEventListener("click", () => void saveFile("trajectory.csv", "text/csv"));
  $("save-gltf").addEventListener("click", () => void saveFile("motion.gltf", "model/gltf+json"));
  $("link").addEventListener("click", async () => {
    const hash = await hashOf({ toml: toml.value, methods: choice.value });
    own = hash;
    location.replace(hash);
    try {
      await navigator.clipboard.writeText(location.href);
      say($("said"), "The link, with the scenario and the methods in it, is copied.");
    } catch {
      say($("said"), "The address of this page now has the scenario and the methods in it.");
    }
  });

  new CloudPanel(module, () => ({ toml: toml.value, method: firstMethod() }), () => span() / seconds, still.matches);

  // --- for scripts
  Object.assign(window, {
    polhode: {
      version,
      /// The object that `polhode run --json` prints.
      run: (text: string, settings?: Record<string, unknown>) => aside().ask("run", { toml: text, settings }),
      scenario: (name: string) => engine.ask("scenario", { name }),
      methods: methods.map(m => m.name),
      presets: presets.map(p => p.id),
      lab: {
        play, pause, seek,
        get time() { return time; },
        get playing() { return playing; },
        get end() { return span(); },
        get finished() { return finished; },
        attitude: (view: number, t: number) => views?.attitude(view, t),
      },
    },
  });

  // --- begin
  let own = "";
  window.addEventListener("hashchange", () => { if (location.hash && location.hash !== own) void fromAddress(); });
  async function fromAddress(): Promise<boolean> {
    try {
      const setup = await setupOf(location.hash);
      if (setup) await change(() => open(setup));
      return setup !== undefined;
    } catch (error) {
      say($("trouble"), (error as Error).message);
      return false;
    }
  }
  if (!await fromAddress()) await change(() => take(presets[0]));
  document.documentElement.dataset.ready = "true";
  if (!still.matches) play();
}

begin().catch(error => {
  say($("trouble"), (error as Error).message);
  document.documentElement.dataset.ready = "failed";
});
