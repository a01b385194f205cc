import { expect, test } from "vitest";
import { verifyReceipts } from "../../../src/receipts/index.js";
import { isChain } from "../../receipts/receipt-kit.js";
import { describeStores, type OpenWorker, type Worker } from "./open-worker.js";
import { untilRejects } from "./random.js";

async function openEmpty(open: OpenWorker): Promise<Worker> {
  const worker = await open();
  await worker.call("raw", "delete from bursar_receipts", []);
  return worker;
}

const append = (worker: Worker, intent: string) => worker.call("receipts.append", { intent });

async function readLines(worker: Worker): Promise<string[]> {
  const select = "select line from bursar_receipts order by number";
  const { rows } = await worker.call<{ rows: { line: string }[] }>("raw", select, []);
  return rows.map(({ line }) => line);
}

const intentsOf = (lines: readonly string[]) => lines.map((line) => JSON.parse(line).intent);

describeStores(["postgres", "sqlite"], (open) => {
  test("makes one chain of the receipts of two processes", async () => {
    const first = await openEmpty(open);
    const workers = [first, await open()];
    const intents = workers.map((_, i) =>
      Array.from({ length: 100 }, (__, count) => `é ${count} of ${i}`),
    );
    const results = await Promise.all(
      workers.map((worker, i) =>
        worker.call<unknown[]>(
          "all",
          "receipts",
          "append",
          intents[i]?.map((intent) => [{ intent }]),
        ),
      ),
    );
    expect(results.flat().filter(Boolean)).toEqual([]);
    const lines = await readLines(first);
    expect(isChain(lines)).toBe(true);
    expect(verifyReceipts(lines.join("\n"))).toMatchObject({ ok: true, count: 200 });
    expect(intentsOf(lines).sort()).toEqual(intents.flat().sort());
    // Each process keeps its own order.
    for (const [i, own] of intents.entries())
      expect(intentsOf(lines).filter((intent) => intent.endsWith(`of ${i}`))).toEqual(own);
  });

  test("goes on after a statement that failed, and after one whose response was lost", async () => {
    const worker = await openEmpty(open);
    await append(worker, "a");
    await worker.call("fault", "before");
    const error = await untilRejects(append(worker, "failed"));
    expect(error).toMatchObject({ name: "ConnectionError" });
    expect(`${error.message} ${error.hint}`).not.toMatch(/secret|host|postgres:/);
    await append(worker, "b");
    await worker.call("fault", "after");
    await untilRejects(append(worker, "stored, although it rejected"));
    await append(worker, "c");
    const lines = await readLines(worker);
    expect(isChain(lines)).toBe(true);
    expect(intentsOf(lines)).toEqual(["a", "b", "stored, although it rejected", "c"]);
  });

  test("does not continue a last line that was changed", async () => {
    const worker = await openEmpty(open);
    await append(worker, "a");
    await worker.call("raw", "update bursar_receipts set line = replace(line, 'a', 'b')", []);
    expect(await untilRejects(append(worker, "c"))).toMatchObject({
      name: "ConfigurationError",
      message: "sqlReceipts: the last line of bursar_receipts was changed",
    });
    expect(await readLines(worker)).toHaveLength(1);
  });
});
