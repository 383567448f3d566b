// node lab-texts.mjs FOLDER ROOT: web/lab/toml.ts and link.ts, compiled into FOLDER. Called by scripts/lab-tests.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, root] = process.argv.slice(2).map(x => resolve(x));
const { valueOf, withSection, withValue, withoutKey } = await import(pathToFileURL(join(folder, "toml.mjs")));
const { hashOf, setupOf } = await import(pathToFileURL(join(folder, "link.mjs")));

// --- single values; all else stays
const text = `name = "a [b] # c"   # a name

[body]
inertia = [[1, 0, 0],   # a ] in a comment
           [0, 2, 0],
           [0, 0, 3]]   # three
# inertia = [9, 9, 9]

[initial]
momentum = [0, 0, 5]

[[torque]]
model = "heavy-top"
[[torque]]
model = "damping"
[integrate]
steps = 100
end = 20`;
assert.equal(valueOf(text, "", "name"), `"a [b] # c"`);
assert.match(valueOf(text, "body", "inertia"), /^\[\[1, 0, 0\][^]*3\]\]$/);
assert.equal(valueOf(text, "integrate", "end"), "20");
assert.equal(valueOf(text, "integrate", "step"), undefined);
assert.equal(valueOf(text, "body", "end"), undefined);
const round = withValue(text, "body", "inertia", "[1, 2, 3]");
assert.match(round, /\[body\]\ninertia = \[1, 2, 3\]   # three\n# inertia = \[9, 9, 9\]\n/);
assert.equal(withValue(round, "body", "inertia", valueOf(text, "body", "inertia")), text, "a value can be put back");
const stepped = withValue(text, "integrate", "step", "0.1", ["steps"]);
assert.match(stepped, /\[integrate\]\nstep = 0.1\nend = 20$/);
assert.match(withValue(text, "orbit", "radius", "7e6"), /end = 20\n\n\[orbit\]\nradius = 7e6\n$/);
assert.match(withValue(text, "initial", "angular_velocity", "[1, 0, 0]", ["momentum"]), /\[initial\]\nangular_velocity = \[1, 0, 0\]\n\n\[\[/);
assert.equal(withoutKey(text, "integrate", "nothing"), text);
const one = withSection(text, "torque", 'model = "none"');
assert.match(one, /\[torque\]\nmodel = "none"\n\n\[integrate\]/);
assert.doesNotMatch(one, /\[\[torque|damping/);
assert.doesNotMatch(withSection(text, "torque", ""), /torque|damping/);
assert.match(withSection("[body]\ninertia = [1, 2, 3]\n[integrate]\nend = 1\n", "torque", "a = 1"), /3\]\n\n\[torque\]\na = 1\n\n\[integrate\]/);
assert.equal(valueOf('[body]\r\ninertia = [1, 2, 3]\r\n', "body", "inertia"), "[1, 2, 3]");

// --- links
const scenarios = join(root, "examples/scenarios");
for (const name of readdirSync(scenarios)) {
  const setup = { toml: readFileSync(join(scenarios, name), "utf8"), methods: ["se", "rkn4(mr2-231)", "exact"] };
  const hash = await hashOf(setup);
  assert.match(hash, /^#lab=[\w-]+$/);
  assert.deepEqual(await setupOf(hash), setup, name);
  assert.ok(hash.length < setup.toml.length + 200, "a link is about as short as its text");
}
assert.equal(await setupOf(""), undefined);
assert.equal(await setupOf("#errors"), undefined);
const made = object => "#lab=" + deflateSync(JSON.stringify(object)).toString("base64url");
const good = await hashOf({ toml: "a", methods: ["se"] });
for (const bad of ["#lab=", "#lab=%%%", "#lab=AAAA", good.slice(0, -6), made({}), made({ toml: 1, methods: ["se"] }), made({ toml: "", methods: [] }),
  made({ toml: "", methods: ["a", "b", "c", "d", "e"] }), made({ toml: "x".repeat(1e7), methods: ["se"] })]) {
  await assert.rejects(setupOf(bad), /^Error: The link cannot be read: /, bad.slice(0, 40));
}
console.log("texts and links: as expected");
