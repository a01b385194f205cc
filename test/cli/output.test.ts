import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOutput } from "../../src/cli/format-output.js";
import { toPrintableJson } from "../../src/cli/printable.js";
import { hostileText, hostileValue } from "../fuzz/random-json.js";
import { chooseSeed } from "../support/random-runs.js";
import { key, runMain } from "./run-main.js";

/** All but the line breaks of the command itself. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const record = fc.dictionary(fc.oneof(hostileText, fc.constantFrom("id", "name")), hostileValue, {
  maxKeys: 8,
});
const data = fc.oneof(record, fc.array(record, { maxLength: 5 }), hostileValue);

test("prints no control character of a response, in tables and in JSON", () => {
  const runs = { seed: chooseSeed(), numRuns: 500 };
  fc.assert(
    fc.property(data, fc.integer({ min: 1, max: 200 }), (value, columns) => {
      expect(formatOutput(value, columns)).not.toMatch(unprintable);
      expect(toPrintableJson(value, 2)).not.toMatch(unprintable);
    }),
    runs,
  );
});

test("prints JSON that is read as the same data", () => {
  const runs = { seed: chooseSeed(), numRuns: 500 };
  fc.assert(
    fc.property(data, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.stringify(JSON.parse(toPrintableJson(value, 2)))).toBe(text);
      expect(toPrintableJson(value).split("\n")).toHaveLength(1);
    }),
    runs,
  );
});

test("cuts no value of a table, and names the fields that do not fit", () => {
  const long = `0.${"1".repeat(90)}`;
  const rows = [
    { id: "1", amount: long, symbol: "USDC", chain: { id: 1 } },
    { id: "20", amount: "2", symbol: null },
  ];
  expect(formatOutput({ tokens: rows, nfts: [] }, 80)).toBe(
    [
      "tokens:",
      "  id  symbol",
      "  1   USDC",
      "  20",
      "  More with --json: amount, chain",
      "nfts: none",
      "",
    ].join("\n"),
  );
  expect(formatOutput(rows, 120)).toContain(long);
});

test("shows the first field of a table, and then as many as fit, without empty ones", () => {
  const rows = [{ id: "1", address: "a".repeat(70), note: null, symbol: "USDC", fee: 0 }];
  expect(formatOutput(rows, 80)).toBe(
    ["id  symbol  fee", "1   USDC    0", "More with --json: address, note", ""].join("\n"),
  );
});

test.each([
  ["the data", { chains: [{ id: 1, name: `is ${key}` }], [key]: key }],
  ["an error", { id: "BAD_REQUEST", message: `${key} \u001b[2J${encodeURIComponent(key)}` }],
  ["a page", `<html>${key}</html>`],
])("hides the key and control characters in %s of a service that echoes it", async (kind, body) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const status = kind === "an error" ? 400 : 200;
  const fetch = async () => new Response(text, { status, headers: { "trace-id": key } });
  for (const more of [["--json"], []])
    for (const columns of [80, undefined]) {
      const { out, err } = await runMain(["call", "tokens.chains", ...more], { fetch, columns });
      expect(out + err).not.toBe("");
      expect(out + err).not.toContain(key);
      expect(out + err).not.toMatch(unprintable);
    }
});

test.each([
  [[key]],
  [["call", key]],
  [["call", "tokens.chains", key]],
  [["call", "tokens.chains", `--${key}`]],
  [["call", "tokens.list", "--search", key, "--page", key]],
  [["openapi", key]],
])("hides a key that is an argument by mistake: %j", async (args) => {
  const { err } = await runMain(args);
  expect(err).toContain("[api key]");
  expect(err).not.toContain(key);
});

test("quotes the cursor of a service, so that a shell does not run it", async () => {
  const lastId = "1'; touch hacked #";
  const page = { transactions: [{ id: "1" }], nextLastId: lastId };
  const fetch = async () => Response.json(page);
  const args = ["call", "wallets.history", "0x1111111111111111111111111111111111111111"];
  const { out } = await runMain(args, { fetch, columns: 80 });
  expect(out).toContain(String.raw`Next page: --lastId '1'\''; touch hacked #' --take 100`);
});
