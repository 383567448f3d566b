// The viewer in a notebook, as a widget of anywidget, and in the pages that Python writes: `polhodeViewer` of one script.
import { MotionData, Viewer, ViewerOptions, createViewer } from "./viewer";

/// What anywidget has of a widget on this side.
interface Model {
  get(name: string): any;
  set(name: string, value: unknown): void;
  on(event: string, call: () => void): void;
  off(event: string, call: () => void): void;
  save_changes(): void;
}
type Place = HTMLElement & { viewer?: Viewer };

/// Where the browser draws no 3-D pictures there is a sentence instead.
export function show(place: Place, data: MotionData, options: ViewerOptions): Viewer | undefined {
  place.classList.add("polhode-view");
  try {
    return place.viewer = createViewer(place, data, options);
  } catch (error) {
    const note = document.createElement("p");
    note.textContent = `The motion is not shown, since this browser draws no 3-D pictures (${(error as Error).message.replace(/\.$/, "")}).`;
    place.append(note);
    return undefined;
  }
}

/// The widget's time is the viewer's wherever it stands: sixty messages a second would be too many.
export function render({ model, el }: { model: Model; el: Place }): () => void {
  let viewer: Viewer | undefined;
  const tell = (t: number) => {
    if (!viewer || viewer.playing || model.get("time") === t) return;
    model.set("time", t);
    model.save_changes();
  };
  viewer = show(el, model.get("data"), { ...model.get("options"), onTime: tell });
  const seek = () => {
    if (viewer && viewer.time !== model.get("time")) viewer.seek(model.get("time"));
  };
  model.on("change:time", seek);
  return () => {
    model.off("change:time", seek);
    viewer?.dispose();
  };
}
