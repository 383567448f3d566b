// The bundler puts the script of the worker here, as a text (scripts/lab-page).
declare module "lab-worker" {
  const text: string;
  export default text;
}

// Debian's types of the browser are older than these.
declare class CompressionStream { constructor(format: string); readable: ReadableStream; writable: WritableStream; }
declare class DecompressionStream { constructor(format: string); readable: ReadableStream; writable: WritableStream; }
