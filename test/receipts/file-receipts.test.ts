import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { main } from "../../src/cli/main.js";
import { createFileReceipts, type Receipt, verifyReceipts } from "../../src/receipts/index.js";
import { failure } from "../http/test-client.js";
import { isChain } from "./receipt-kit.js";

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "bursar-receipts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "receipts.jsonl");
}

const receiptOf = (intent: string): Receipt => ({
  version: 1,
  kind: "decision",
  time: "2026-01-31T12:00:00.000Z",
  call: "operation",
  decision: "signed",
  intent,
});
const read = (path: string) => readFileSync(path, "utf8").split("\n").slice(0, -1);

describe("receipts in a file", () => {
  test("are continued by the next process, also after a long line", async () => {
    const path = createPath();
    for (const intent of ["a", "b".repeat(2 ** 17), "c"])
      await createFileReceipts(path)(receiptOf(intent));
    const receipts = createFileReceipts(path);
    await Promise.all(["d", "é"].map((intent) => receipts(receiptOf(intent))));
    expect(isChain(read(path))).toBe(true);
    expect(read(path)).toHaveLength(5);
  });

  test("replace a last line that a crash has cut at any character", async () => {
    const path = createPath();
    await createFileReceipts(path)(receiptOf("a"));
    const whole = readFileSync(path, "utf8");
    await createFileReceipts(path)(receiptOf("cut"));
    const cut = readFileSync(path, "utf8").slice(whole.length, -1);
    for (let length = 0; length < cut.length; length += length < cut.length - 3 ? 3 : 1) {
      writeFileSync(path, whole + cut.slice(0, length));
      await createFileReceipts(path)(receiptOf("next"));
      const lines = read(path);
      expect(isChain(lines)).toBe(true);
      expect(lines.map((line) => JSON.parse(line).intent)).toEqual(["a", "next"]);
    }
  });

  test("keep a whole last line that only lacks its line break", async () => {
    const path = createPath();
    for (const intents of [["a"], ["a", "b"], ["a", "b", "c"]]) {
      await createFileReceipts(path)(receiptOf(intents.at(-1) as string));
      expect(read(path).map((line) => JSON.parse(line).intent)).toEqual(intents);
      expect(isChain(read(path))).toBe(true);
      writeFileSync(path, readFileSync(path, "utf8").slice(0, -1));
    }
  });

  test.each([
    ["is damaged", (text: string) => text.replace('"b"', '"x"')],
    ["ends with another text", (text: string) => `${text}another text`],
    ["has an empty last line", (text: string) => `${text}\n`],
  ])("are not continued if the file %s", async (_, damage) => {
    const path = createPath();
    const receipts = createFileReceipts(path);
    await receipts(receiptOf("a"));
    await receipts(receiptOf("b"));
    const damaged = damage(readFileSync(path, "utf8"));
    writeFileSync(path, damaged);
    expect(await failure(Promise.resolve(createFileReceipts(path)(receiptOf("c"))))).toMatchObject({
      kind: "journal",
      outcome: "none",
      hint: expect.stringContaining("npx bursar receipts verify"),
    });
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });

  test("are refused while another process writes to the file", async () => {
    const path = createPath();
    const [own, other] = [createFileReceipts(path), createFileReceipts(path)];
    await own(receiptOf("a"));
    await other(receiptOf("b"));
    expect(await failure(Promise.resolve(own(receiptOf("c"))))).toMatchObject({
      message: expect.stringContaining("was changed by another process"),
    });
    expect(isChain(read(path))).toBe(true);
  });

  test("are written in place of a line that could not be flushed", async () => {
    const path = createPath();
    const receipts = createFileReceipts(path);
    await receipts(receiptOf("a"));
    const fs = process.getBuiltinModule("node:fs");
    const flush = vi.spyOn(fs, "fsyncSync").mockImplementationOnce(() => {
      throw new Error("EIO");
    });
    onTestFinished(() => flush.mockRestore());
    expect(await failure(Promise.resolve(receipts(receiptOf("lost"))))).toMatchObject({
      kind: "journal",
      outcome: "none",
      message: expect.stringContaining("createFileReceipts: EIO"),
      hint: "Check the path, its permissions and the disk. The receipt may be missing.",
    });
    await receipts(receiptOf("b"));
    expect(read(path).map((line) => JSON.parse(line).intent)).toEqual(["a", "b"]);
    expect(isChain(read(path))).toBe(true);
  });

  test("are refused if only a part was written, which is removed", async () => {
    const path = createPath();
    const receipts = createFileReceipts(path);
    await receipts(receiptOf("a"));
    const before = readFileSync(path, "utf8");
    const fs = process.getBuiltinModule("node:fs");
    const { writeSync } = fs;
    const write = vi
      .spyOn(fs, "writeSync")
      .mockImplementationOnce(((file: number, text: string) =>
        writeSync(file, text.slice(0, 40))) as never);
    onTestFinished(() => write.mockRestore());
    expect(await failure(Promise.resolve(receipts(receiptOf("lost"))))).toMatchObject({
      message: expect.stringContaining("cannot be written: the disk is full"),
    });
    expect(readFileSync(path, "utf8")).toBe(before);
    await receipts(receiptOf("b"));
    expect(isChain(read(path))).toBe(true);
  });

  test("are refused if another process writes to the file at the same moment", async () => {
    const path = createPath();
    const receipts = createFileReceipts(path);
    await receipts(receiptOf("a"));
    const fs = process.getBuiltinModule("node:fs");
    const { fsyncSync } = fs;
    const flush = vi.spyOn(fs, "fsyncSync").mockImplementationOnce((file) => {
      appendFileSync(path, "another line\n");
      fsyncSync(file);
    });
    onTestFinished(() => flush.mockRestore());
    expect(await failure(Promise.resolve(receipts(receiptOf("b"))))).toMatchObject({
      message: expect.stringContaining("was changed by another process"),
      hint: expect.stringMatching(/^The receipt may be missing\. Stop all processes, and run:/),
    });
  });

  test("keep the line that another process writes while the file is opened", async () => {
    const path = createPath();
    await createFileReceipts(path)(receiptOf("a"));
    await createFileReceipts(path)(receiptOf("b"));
    const [first = "", second = ""] = read(path);
    writeFileSync(path, `${first}\n`);
    const fs = process.getBuiltinModule("node:fs");
    const { fstatSync } = fs;
    const look = vi.spyOn(fs, "fstatSync").mockImplementationOnce(((file: number) => {
      const status = fstatSync(file);
      appendFileSync(path, `${second}\n`);
      return status;
    }) as never);
    onTestFinished(() => look.mockRestore());
    expect(await failure(Promise.resolve(createFileReceipts(path)(receiptOf("c"))))).toMatchObject({
      message: expect.stringContaining("was changed by another process"),
    });
    expect(read(path)).toEqual([first, second]);
  });

  test("flush the folder of a new file, so that its name is not lost", async () => {
    const path = createPath();
    const fs = process.getBuiltinModule("node:fs");
    const flushed: boolean[] = [];
    const { fsyncSync } = fs;
    const flush = vi.spyOn(fs, "fsyncSync").mockImplementation((file) => {
      flushed.push(fs.fstatSync(file).isDirectory());
      fsyncSync(file);
    });
    onTestFinished(() => flush.mockRestore());
    await createFileReceipts(path)(receiptOf("a"));
    expect(flushed).toEqual([true, false]);
  });

  test("need a path and a folder", async () => {
    for (const path of ["", undefined])
      expect(() => createFileReceipts(path as never)).toThrow(/path: expected the path of a file/);
    const path = join(createPath(), "missing", "receipts.jsonl");
    expect(await failure(Promise.resolve(createFileReceipts(path)(receiptOf("a"))))).toMatchObject({
      kind: "journal",
      message: expect.stringContaining("ENOENT"),
    });
  });
});

describe("bursar receipts", () => {
  async function run(...args: string[]): Promise<[code: number | undefined, output: string]> {
    let output = "";
    const print = (text: string) => {
      output += text;
    };
    return [await main(["receipts", ...args], { print, printError: print }), output];
  }

  async function write(path: string): Promise<string> {
    const receipts = createFileReceipts(path);
    const token = `0x${"c".repeat(40)}` as const;
    const leaves = [{ chainId: 137, token, amount: "1.5", why: "amount" as const }];
    await receipts({ ...receiptOf("a"), statement: { leaves, arrives: [] } } as Receipt);
    const code = "receiver" as const;
    const problem = { code, severity: "fatal", path: "toAddress" } as const;
    const problems = [{ ...problem, expected: "a", received: "b" }];
    await receipts({ ...receiptOf("b"), decision: "refused", problems } as Receipt);
    return readFileSync(path, "utf8");
  }

  test("verify prints the anchor, and each line that is damaged", async () => {
    const path = createPath();
    const text = await write(path);
    const { last } = verifyReceipts(text);
    const intact = `2 lines, last ${last}\nIntact.`;
    expect(await run("verify", path)).toEqual([0, expect.stringContaining(`${intact} Without`)]);
    const anchored = await run("verify", path, "--last", last, "--count", "2");
    expect(anchored).toEqual([0, `${intact}\n`]);
    const [, cut] = await run("verify", path, "--count", "3");
    expect(cut).toContain(`${path}: line 3 is missing`);
    appendFileSync(path, `${read(path)[0]}\n`);
    expect(await run("verify", path)).toEqual([
      1,
      `${path}: line 3 is line 1 again\n3 lines, last ${JSON.parse(read(path)[0] as string).hash}\nDamaged.\n`,
    ]);
  });

  test("compares the anchor of a summary, too, and rejects an empty count", async () => {
    const path = createPath();
    await write(path);
    const damaged = [1, expect.stringContaining("\nDamaged: see bursar receipts verify.\n")];
    expect(await run("summary", path, "--last", "5".repeat(64))).toEqual(damaged);
    expect(await run("summary", path, "--count", "3")).toEqual(damaged);
    expect(await run("verify", path, "--count", "")).toEqual([
      1,
      expect.stringContaining("--count : expected a whole number"),
    ]);
  });

  test("summary prints totals and refusals, also as JSON", async () => {
    const path = createPath();
    await write(path);
    const [code, output] = await run("summary", path);
    expect(code).toBe(0);
    expect(output).toContain("1 signed (0 without stated amounts), 1 refused, 0 failed\n");
    expect(output).toContain(`  2026-01-31  chain 137  0x${"c".repeat(40)}  1.5\n`);
    expect(output).toContain("Refused:\n  1 by receiver\n");
    const [, json] = await run("summary", path, "--json");
    expect(JSON.parse(json)).toMatchObject({
      totals: [{ amount: "1.5" }],
      refusals: { receiver: 1 },
    });
  });

  test("explains itself, and rejects other arguments", async () => {
    expect(await run("--help")).toEqual([0, expect.stringContaining("Usage: bursar receipts")]);
    for (const args of [
      [],
      ["verify"],
      ["check", "file"],
      ["verify", "a", "b"],
      ["verify", "a", "-x"],
    ])
      expect(await run(...args)).toEqual([
        1,
        expect.stringContaining("See bursar receipts --help"),
      ]);
    expect(await run("verify", createPath())).toEqual([1, expect.stringContaining("ENOENT")]);
  });
});
