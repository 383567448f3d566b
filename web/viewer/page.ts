// The viewer of a page: the element #motion has a still picture, which the moving one takes the place of where the
// browser can draw it. The data are those of the page's data block.
import { Viewer, createViewer } from "./viewer";

const place = document.getElementById("motion") as (HTMLElement & { viewer?: Viewer }) | null;
const data = JSON.parse(document.getElementById("page-data")!.textContent!);
if (place && data.motion) {
  try {
    place.viewer = createViewer(place, data.motion, {
      autoplay: true,
      onTime: t => place.dispatchEvent(new CustomEvent("time", { detail: t })),   // for the charts
    });
    place.classList.add("moves");
  } catch (error) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = `The body does not move here, since this browser draws no 3-D pictures (${(error as Error).message}).`;
    place.append(note);
  }
}
