import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStateWriter, restoreSnapshot } from "../../src/cli/state-file.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { openWallet, testStart, usdc } from "../sandbox/open-sandbox.js";

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "bursar-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { state: join(folder, "state.json"), from: join(folder, "from.json") };
}

test("restores the state that was written last", async () => {
  const { state } = openFolder();
  const { sandbox, address } = await openWallet();
  const save = createStateWriter(sandbox, state);
  save();
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "5" });
  save();
  const restored = createSandbox({ now: testStart });
  restoreSnapshot(restored, state, undefined);
  expect(restored.snapshot()).toEqual(sandbox.snapshot());
  expect(readdirSync(dirname(state))).toEqual(["state.json"]);
});

test("leaves the file alone that another process writes before it renames it", () => {
  const { state } = openFolder();
  const others = [`${state}.new`, `${state}.${process.pid + 1}.new`];
  for (const other of others) writeFileSync(other, "half");
  const sandbox = createSandbox({ now: testStart });
  createStateWriter(sandbox, state)();
  for (const other of others) expect(readFileSync(other, "utf8")).toBe("half");
  const restored = createSandbox({ now: testStart });
  restoreSnapshot(restored, state, undefined);
  expect(restored.snapshot()).toEqual(sandbox.snapshot());
});

test("writes nothing if nothing has changed", () => {
  const { state } = openFolder();
  const save = createStateWriter(createSandbox({ now: testStart }), state);
  save();
  writeFileSync(state, "");
  save();
  expect(readFileSync(state, "utf8")).toBe("");
});

test("starts with --from only while the file of --state does not exist", () => {
  const { state, from } = openFolder();
  const first = createSandbox({ now: testStart, seed: "first" });
  const second = createSandbox({ now: testStart, seed: "second" });
  createStateWriter(first, from)();
  const restored = createSandbox({ now: testStart });
  restoreSnapshot(restored, state, from);
  expect(restored.snapshot()).toEqual(first.snapshot());
  createStateWriter(second, state)();
  restoreSnapshot(restored, state, from);
  expect(restored.snapshot()).toEqual(second.snapshot());
});

test.each([
  ["no JSON", "{"],
  ["no snapshot", "{}"],
  ["null", "null"],
  ["another version", '{"snapshot":{"version":99}}'],
])("names the file and the flag if it has %s", (_, text) => {
  const { state, from } = openFolder();
  writeFileSync(from, text);
  const read = () => restoreSnapshot(createSandbox(), state, from);
  expect(read).toThrow(expect.objectContaining({ name: "ConfigurationError" }));
  expect(read).toThrow(`--from ${from}: `);
  expect(() => restoreSnapshot(createSandbox(), undefined, `${from}.none`)).toThrow("ENOENT");
});

test("names the file that cannot be written", () => {
  const { state } = openFolder();
  const save = createStateWriter(createSandbox(), join(state, "none", "state.json"));
  expect(save).toThrow(/^ENOENT: .*state\.json/);
});
