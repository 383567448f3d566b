// The page's side of a worker: questions, and promises of answers.
import workerText from "lab-worker";
import type { Kind, Tasks } from "./messages";

/// What the module says is wrong, in a sentence.
export class LabError extends Error {
  constructor(readonly kind: string, message: string) { super(message); }
}

interface Waiting {
  resolve: (answer: any) => void;
  reject: (error: Error) => void;
  tell?: (part: any) => void;
}

export class Engine {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(module: WebAssembly.Module) {
    const url = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
    this.worker = new Worker(url);
    this.worker.onmessage = ({ data }) => {
      const { id, answer, part, error } = data, asked = this.waiting.get(id);
      if (!asked) return;
      if (part !== undefined) return asked.tell?.(part);
      this.waiting.delete(id);
      if (error) asked.reject(new LabError(error.kind, error.message));
      else asked.resolve(answer);
    };
    this.worker.onerror = event => {
      for (const { reject } of this.waiting.values()) reject(new LabError("module", event.message || "the worker stopped"));
      this.waiting.clear();
    };
    this.worker.postMessage(module);
  }

  ask<K extends Kind>(kind: K, asked: Tasks[K]["asked"], tell?: (part: Tasks[K]["told"]) => void): Promise<Tasks[K]["answer"]> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, tell });
      this.worker.postMessage({ id, kind, asked });
    });
  }
}

/// Why the module cannot run in this browser; "" if it can.
export function missing(): string {
  if (typeof WebAssembly !== "object") return "WebAssembly";
  // The smallest modules that use them: a vector of zeros, and a block that catches.
  const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  const exceptions = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
  if (!WebAssembly.validate(new Uint8Array(simd))) return "the SIMD instructions of WebAssembly";
  if (!WebAssembly.validate(new Uint8Array(exceptions))) return "the exceptions of WebAssembly";
  if (typeof DecompressionStream !== "function") return "DecompressionStream";
  return "";
}

/// The module that the page carries, compressed, as text.
export async function embeddedModule(): Promise<WebAssembly.Module> {
  const text = atob(document.getElementById("module")!.textContent!.trim());
  const bytes = Uint8Array.from(text, c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
