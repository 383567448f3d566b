// Where the module runs: a worker, so that the page stays at hand. Its first message is the compiled module.
import { Ensemble, Polhode, PolhodeError, load } from "../package/index.js";
import type { Kind, Tasks } from "./messages";
import { simulate } from "./simulate";

let polhode: Polhode;
let cloud: Ensemble | undefined;
let latest = 0;   // of the simulations: a new one ends those before it

type Handler<K extends Kind> = (asked: Tasks[K]["asked"], id: number) => Promise<Tasks[K]["answer"]>;
const handlers: { [K in Kind]: Handler<K> } = {
  lists: async () => ({
    version: polhode.version,
    methods: (await polhode.methods()).methods,
    problems: await polhode.problems(),
    presets: await polhode.presets(),
  }),
  scenario: ({ name }) => polhode.scenario(name),
  simulate: (asked, id) => {
    latest = id;
    return simulate(polhode, asked, part => postMessage({ id, part }), () => latest === id);
  },
  run: ({ toml, settings }) => polhode.run(toml, { settings, trajectory: false }),
  file: ({ name, toml, settings }) => polhode.file(name, toml, settings),
  cloud: async ({ toml, settings }) => {
    cloud?.free();
    cloud = undefined;
    cloud = polhode.ensemble(toml, settings);
    return cloud.about;
  },
  march: async ({ steps }) => {
    if (!cloud) throw new Error("there are no bodies yet");
    cloud.march(steps);
    return { time: cloud.time, attitudes: cloud.attitudes.slice() };
  },
};

let ready: Promise<void>;
onmessage = async ({ data }: MessageEvent) => {
  if (data instanceof WebAssembly.Module) {
    ready = load(data).then(loaded => { polhode = loaded; });
    return;
  }
  const { id, kind, asked } = data as { id: number; kind: Kind; asked: any };
  try {
    await ready;
    postMessage({ id, answer: await handlers[kind](asked, id) });
  } catch (error) {
    postMessage({ id, error: { kind: (error as PolhodeError).kind ?? "module", message: (error as Error).message } });
  }
};
