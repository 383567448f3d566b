// The viewer of a page: the element #motion has a still picture, which the moving one takes the place of where the
// browser can draw it. The data are those of the page's data block.
import { CloudViewer, createCloud } from "./cloud";
import { Viewer, createViewer } from "./viewer";

const place = document.getElementById("motion") as (HTMLElement & { viewer?: Viewer | CloudViewer }) | null;
const data = JSON.parse(document.getElementById("page-data")!.textContent!);
if (place && data.motion) {
  try {
    const options = {
      autoplay: true,
      onTime: (t: number) => place.dispatchEvent(new CustomEvent("time", { detail: t })),   // for the charts
    };
    place.viewer = data.motion.cloud ? createCloud(place, data.motion.cloud, options) : createViewer(place, data.motion, options);
    place.classList.add("moves");
  } catch (error) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = `Nothing moves here, since this browser draws no 3-D pictures (${(error as Error).message.replace(/\.$/, "")}).`;
    place.append(note);
  }
}
