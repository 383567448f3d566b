// What draws, on a canvas of ours.
import * as THREE from "three";

/// Throws where the browser has no WebGL.
export function rendererOf(canvas: HTMLCanvasElement): any {
  const context = canvas.getContext("webgl", { antialias: true, alpha: false });
  if (!context) throw new Error("there is no WebGL");
  const renderer = new THREE.WebGLRenderer({ canvas, context });
  renderer.setPixelRatio(Math.min(devicePixelRatio || 1, 2));
  return renderer;
}
