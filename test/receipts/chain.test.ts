import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createReceipts,
  type Receipt,
  summarizeReceipts,
  verifyReceipts,
} from "../../src/receipts/index.js";
import { collect, isChain } from "./receipt-kit.js";

const usdc = `0x${"C".repeat(40)}` as const;
const decisionOf = (more: object = {}): Receipt => ({
  version: 1,
  kind: "decision",
  time: "2026-01-31T12:00:00.000Z",
  call: "swap quote",
  decision: "signed",
  ...more,
});
const zeros = "0".repeat(64);

/** The lines of receipts. */
async function seal(...given: Receipt[]): Promise<string[]> {
  const { lines, receipts } = collect();
  for (const each of given) await receipts(each);
  return lines;
}
const verify = (lines: readonly string[], anchor?: object) =>
  verifyReceipts(lines.join("\n"), anchor);

describe("a chain of receipts", () => {
  test("has the fields of each receipt, its number and both hashes, in ASCII", async () => {
    const lines = await seal(decisionOf(), decisionOf({ intent: "größe 🎁\n\u2028\ud800" }));
    expect(isChain(lines)).toBe(true);
    expect(lines.join("")).toMatch(/^[ -~]+$/);
    const [first, second] = lines.map((line) => JSON.parse(line));
    const hash = expect.stringMatching(/^[\da-f]{64}$/);
    expect(first).toEqual({ number: 1, previous: zeros, ...decisionOf(), hash });
    expect(second).toMatchObject({ number: 2, previous: first.hash });
    expect(second.intent).toBe("größe 🎁\n\u2028\ud800");
  });

  test("keeps the order of calls at once, and what they were called with, if append is slow", async () => {
    const lines: string[] = [];
    const receipts = createReceipts({
      async append(line) {
        await new Promise((resolve) => setTimeout(resolve, lines.length % 2));
        lines.push(line);
      },
    });
    const given = Array.from({ length: 20 }, (_, i) => decisionOf({ intent: `order ${i}` }));
    const all = given.map((each) => receipts(each));
    for (const each of given) each.intent = "changed";
    await Promise.all(all);
    expect(isChain(lines)).toBe(true);
    expect(lines.map((line) => JSON.parse(line).intent)).toEqual(given.map((_, i) => `order ${i}`));
  });

  test("does not advance if append fails, and goes on with the next call", async () => {
    const lines: string[] = [];
    const full = new Error("the disk is full");
    let fails = 2;
    const receipts = createReceipts({
      append(line) {
        if (fails-- > 0) throw full;
        lines.push(line);
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(() => receipts(decisionOf())));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(results[0]).toMatchObject({ reason: full });
    await receipts(decisionOf());
    expect(isChain(lines)).toBe(true);
    expect(lines).toHaveLength(2);
  });

  test("is continued from its last line, and only from an intact one", async () => {
    const lines = await seal(decisionOf(), decisionOf());
    const last = lines[1] as string;
    const receipts = createReceipts({ append: (line) => void lines.push(line), last });
    await receipts(decisionOf());
    expect(isChain(lines)).toBe(true);
    expect(lines).toHaveLength(3);
    for (const wrong of [last.replace("signed", "failed"), "", zeros, 1, `${last}\n`])
      expect(() => createReceipts({ append() {}, last: wrong as never })).toThrow(
        /createReceipts: last: expected the last line as it was stored/,
      );
    expect(() => createReceipts({} as never)).toThrow(/append: expected a function/);
  });
});

describe("the verification", () => {
  test("needs an anchor to see a cut end, which may be older than the lines", async () => {
    const lines = await seal(...Array.from({ length: 5 }, () => decisionOf()));
    const { last, count } = verify(lines);
    const cut = lines.slice(0, 3);
    expect(verify(cut).ok).toBe(true);
    const problems = [{ line: 4, what: "is missing: the end was cut off" }];
    for (const anchor of [{ last }, { count }, { last, count }])
      expect(verify(cut, anchor)).toMatchObject({ ok: false, problems });
    const older = verify(cut);
    for (const anchor of [{ last: older.last, count: 3 }, { last: older.last }, { count: 3 }])
      expect(verify(lines, anchor)).toMatchObject({ ok: true, count: 5, last });
    const other = "is not the receipt of the anchor";
    expect(verify(lines, { last: older.last, count: 4 }).problems).toEqual([
      { line: 4, what: other },
    ]);
    expect(verify(lines, { last, count: 0 }).problems).toEqual([{ line: 1, what: other }]);
    // A changed line can be the one of the anchor.
    const changed = [...cut, lines[3], lines[4]?.replace("swap", "swop")] as string[];
    for (const anchor of [{ last, count }, { last }, { count }])
      expect(verify(changed, anchor).problems).toEqual([{ line: 5, what: "was changed" }]);
    const emptied = lines.map((line, i) => (i === 2 ? "" : line));
    expect(verify(emptied, { last, count }).problems).toEqual([{ line: 3, what: "was changed" }]);
    expect(verify([])).toEqual({ ok: true, count: 0, last: zeros, problems: [] });
    expect(verify(lines, { last: zeros, count: 0 }).ok).toBe(true);
    expect(verify([], { last }).ok).toBe(false);
  });

  test("names a line that was written anew with a right hash of its own", async () => {
    const lines = await seal(decisionOf(), decisionOf({ call: "operation" }), decisionOf());
    const forged = await seal(decisionOf(), decisionOf({ call: "forged" }));
    expect(verify([lines[0], forged[1], lines[2]] as string[]).problems).toEqual([
      { line: 3, what: "does not continue the line before" },
    ]);
    // A chain that is written anew to its end is seen only by the anchor.
    const { last, count } = verify(lines);
    const anew = await seal(decisionOf(), decisionOf({ call: "forged" }), decisionOf());
    expect(verify(anew).ok).toBe(true);
    expect(verify(anew, { last, count }).ok).toBe(false);
    expect(verify([...lines, forged[1] as string]).problems).toEqual([
      { line: 4, what: "is another chain" },
    ]);
  });

  test("names a first line that continues another chain", () => {
    const body = `{"number":1,"previous":"${"f".repeat(64)}","call":"forged"`;
    const line = `${body},"hash":"${createHash("sha256").update(body).digest("hex")}"}`;
    expect(verify([line]).problems).toEqual([
      { line: 1, what: "does not continue the line before" },
    ]);
  });

  test("accepts the line breaks of an editor on Windows, and finds a change beside them", async () => {
    const lines = await seal(decisionOf(), decisionOf(), decisionOf());
    const { last } = verify(lines);
    const text = lines.map((line) => `${line}\r\n`).join("");
    expect(verifyReceipts(text)).toEqual({ ok: true, count: 3, last, problems: [] });
    expect(summarizeReceipts(text)).toMatchObject({ decisions: { signed: 3 }, skipped: 0 });
    expect(verifyReceipts(text.replace("swap", "swop")).problems).toEqual([
      { line: 1, what: "was changed" },
    ]);
  });

  test("names several lines that are missing, and lines that are none", async () => {
    const lines = await seal(...Array.from({ length: 6 }, () => decisionOf()));
    const [first, , , ...rest] = lines as [string, string, string];
    expect(verify([first, ...rest]).problems).toEqual([
      { line: 2, what: "comes after 2 that are missing" },
    ]);
    expect(verify(rest).problems).toEqual([{ line: 1, what: "comes after 3 that are missing" }]);
    expect(verify([first, "", "{}", ...rest]).problems.map(({ line }) => line)).toEqual([2, 3]);
    for (const anchor of [{ last: "12" }, { count: -1 }, { lasts: zeros }])
      expect(() => verify(lines, anchor)).toThrow(/^verifyReceipts: /);
    expect(() => verifyReceipts(lines as never)).toThrow("expected the lines as one text");
  });
});

describe("the summary", () => {
  const loss = (amount: string, more: object = {}) => ({
    chainId: 137,
    token: usdc,
    amount,
    why: "amount",
    ...more,
  });
  const stated = (...leaves: object[]) => ({ statement: { leaves, arrives: [] } });

  test("adds up the spellings of the native coin as one token", async () => {
    const spellings = [`0x${"0".repeat(40)}`, `0x${"e".repeat(40)}`, `0x${"E".repeat(40)}`];
    const lines = await seal(
      ...spellings.map((token) => decisionOf(stated(loss("0.5", { token })))),
    );
    const { totals } = summarizeReceipts(lines.join("\n"));
    expect(totals.map(({ amount }) => amount)).toEqual(["1.5"]);
  });

  test("adds up exactly what was signed, by day and token", async () => {
    const lines = await seal(
      decisionOf(stated(loss("0.1"), loss("0.000000000000000002", { why: "gas" }))),
      decisionOf(stated(loss("0.2", { token: usdc.toLowerCase() }))),
      decisionOf({ ...stated(loss("5")), decision: "refused" }),
      decisionOf({ ...stated(loss("7")), time: "2026-02-01T00:00:00.000Z" }),
      decisionOf(stated(loss("1", { chainId: 1 }))),
      decisionOf(),
      { ...decisionOf(), kind: "outcome", outcome: "final", chainId: 137 } as never,
    );
    const token = usdc.toLowerCase();
    expect(summarizeReceipts(lines.join("\n"))).toEqual({
      decisions: { signed: 5, refused: 1, failed: 0 },
      unstated: 1,
      totals: [
        { day: "2026-01-31", chainId: 1, token, amount: "1" },
        { day: "2026-01-31", chainId: 137, token, amount: "0.300000000000000002" },
        { day: "2026-02-01", chainId: 137, token, amount: "7" },
      ],
      refusals: {},
      skipped: 0,
    });
  });

  test("counts a signature as unstated if one of its amounts cannot be read", async () => {
    const lines = await seal(
      decisionOf(stated(loss("1"), loss("… (not shown)"))),
      decisionOf(stated(loss(""))),
      decisionOf(stated(loss(null as never))),
      decisionOf(stated()),
      decisionOf(stated(loss("2"))),
    );
    expect(summarizeReceipts(lines.join("\n"))).toMatchObject({
      decisions: { signed: 5 },
      unstated: 4,
      totals: [{ amount: "2" }],
    });
  });

  test("counts each decision once per rule, and no line that was changed or doubled", async () => {
    const window = { code: "policy", policy: { rule: "windows" } };
    const refused = (...problems: object[]) => decisionOf({ decision: "refused", problems });
    const lines = await seal(
      refused(window, window, { code: "receiver" }),
      refused(window),
      decisionOf(stated(loss("3"))),
      decisionOf({ ...stated(loss("4")), version: 2 }),
      // What was accepted, and failed, refused nothing.
      decisionOf({ ...stated(), decision: "failed", problems: [{ code: "slippage" }] }),
    );
    const [first, second, third, newer, failed] = lines as [string, ...string[]];
    const changed = third?.replace('"3"', '"9"');
    expect(summarizeReceipts([first, second, first, changed, failed].join("\n"))).toEqual({
      decisions: { signed: 0, refused: 2, failed: 1 },
      unstated: 0,
      totals: [],
      refusals: { "policy.windows": 2, receiver: 1 },
      skipped: 2,
    });
    expect(() => summarizeReceipts(newer as string)).toThrow(
      /expected a receipt of version 1, got version 2/,
    );
  });
});
