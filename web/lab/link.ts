// A scenario and its methods in the part of an address behind #: JSON, deflated, in base64 with the letters of addresses.

export interface Setup {
  toml: string;
  methods: string[];
}

const mostCharacters = 200_000;

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> {
  const reader = (new Blob([bytes]).stream().pipeThrough(stream as any) as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > 4 * mostCharacters) throw new Error("it is too long");   // a small link may hold very much
    parts.push(value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export async function hashOf(setup: Setup): Promise<string> {
  const bytes = await through(new CompressionStream("deflate"), new TextEncoder().encode(JSON.stringify(setup)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return "#lab=" + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/// Undefined for an address without one; throws if there is one that cannot be read.
export async function setupOf(hash: string): Promise<Setup | undefined> {
  if (!hash.startsWith("#lab=")) return undefined;
  try {
    const text = atob(hash.slice(5).replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(new DecompressionStream("deflate"), Uint8Array.from(text, c => c.charCodeAt(0)));
    const { toml, methods } = JSON.parse(new TextDecoder().decode(bytes));
    const good = typeof toml === "string" && toml.length <= mostCharacters && Array.isArray(methods)
      && methods.length >= 1 && methods.length <= 4 && methods.every(m => typeof m === "string" && m.length < 200);
    if (!good) throw new Error("it has no scenario and one to four methods");
    return { toml, methods };
  } catch (error) {
    throw new Error(`The link cannot be read: ${(error as Error).message || "it is not whole"}.`);
  }
}
