// Changes of single values in the text of a scenario; all else, comments too, stays as it is. What the text means is for
// the module to say: here it is lines, sections and values that end where their brackets are closed.

interface Found {
  from: number;   ///< of the key
  value: number;  ///< where the value begins
  to: number;     ///< where it ends
}

/// Where a value ends: at the end of its line or before a comment, outside brackets and quotes.
function endOfValue(text: string, from: number): number {
  let depth = 0, quote = "", last = from;
  for (let i = from; i < text.length; ++i) {
    const c = text[i];
    if (quote) {
      if (c === "\\" && quote === '"') ++i;
      else if (c === quote) quote = "";
      last = i + 1;
    } else if (c === "#") {
      if (depth === 0) break;
      while (i + 1 < text.length && text[i + 1] !== "\n") ++i;
    } else if (c === "\n") {
      if (depth === 0) break;
    } else {
      if (c === '"' || c === "'") quote = c;
      if (c === "[" || c === "{") ++depth;
      if (c === "]" || c === "}") --depth;
      if (c !== " " && c !== "\t" && c !== "\r") last = i + 1;
    }
  }
  return last;
}

/// The lines of a section without its header: [from, to). Undefined if there is none; "" is what stands before all.
function sectionRange(text: string, section: string): [number, number] | undefined {
  const headers = headersOf(text);
  if (section === "") return [0, headers[0]?.from ?? text.length];
  const at = headers.findIndex(h => h.name === section && !h.list);
  return at < 0 ? undefined : [headers[at].to, headers[at + 1]?.from ?? text.length];
}

/// The headers, but for what looks like one inside a value.
function headersOf(text: string): { name: string; list: boolean; from: number; to: number }[] {
  const out = [];
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf("\n", at), line = text.slice(at, end < 0 ? text.length : end);
    const header = /^\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(#.*)?$/.exec(line), assigned = /^\s*[\w."-]+\s*=\s*/.exec(line);
    const next = (from: number) => { const n = text.indexOf("\n", from); return n < 0 ? text.length : n + 1; };
    if (header) out.push({ name: header[2], list: header[1] === "[[", from: at, to: next(at) });
    at = assigned ? next(endOfValue(text, at + assigned[0].length)) : next(at);
  }
  return out;
}

function find(text: string, section: string, key: string): Found | undefined {
  const range = sectionRange(text, section);
  if (!range) return undefined;
  let at = range[0];
  while (at < range[1]) {
    const line = text.slice(at, range[1]), assigned = /^[ \t]*([\w-]+)[ \t]*=[ \t]*/.exec(line);
    if (assigned) {
      const value = at + assigned[0].length, to = endOfValue(text, value);
      if (assigned[1] === key) return { from: at, value, to };
      at = to;
    }
    const end = text.indexOf("\n", at);
    at = end < 0 ? range[1] : end + 1;
  }
  return undefined;
}

/// The text of a value; undefined if the key is not there.
export function valueOf(text: string, section: string, key: string): string | undefined {
  const found = find(text, section, key);
  return found && text.slice(found.value, found.to);
}

/// Takes a key out, with its line.
export function withoutKey(text: string, section: string, key: string): string {
  const found = find(text, section, key);
  if (!found) return text;
  const end = text.indexOf("\n", found.to);
  return text.slice(0, found.from) + (end < 0 ? "" : text.slice(end + 1));
}

/// `instead`: keys that say the same in another way, which are taken out.
export function withValue(text: string, section: string, key: string, value: string, instead: string[] = []): string {
  for (const other of instead) text = withoutKey(text, section, other);
  const found = find(text, section, key);
  if (found) return text.slice(0, found.value) + value + text.slice(found.to);
  const range = sectionRange(text, section), line = `${key} = ${value}\n`;
  if (range) return text.slice(0, range[0]) + line + text.slice(range[0]);
  return `${text.trimEnd()}\n\n[${section}]\n${line}`;
}

/// Every section of this name, and of those below it, gives way to one with these lines; "" for none.
export function withSection(text: string, section: string, lines: string): string {
  const headers = headersOf(text);
  let out = "", at = 0, place = -1;
  headers.forEach((header, i) => {
    if (header.name !== section && !header.name.startsWith(`${section}.`)) return;
    out += text.slice(at, header.from);
    if (place < 0) place = out.length;
    at = headers[i + 1]?.from ?? text.length;
  });
  out += text.slice(at);
  if (!lines) return out;
  const written = `[${section}]\n${lines.trimEnd()}\n`;
  if (place < 0) {
    const integrate = headersOf(out).find(h => h.name === "integrate");
    place = integrate ? integrate.from : out.length;
  }
  const before = out.slice(0, place).trimEnd(), after = out.slice(place).trimStart();
  return `${before}\n\n${written}${after ? `\n${after}` : ""}`.trimStart();
}
