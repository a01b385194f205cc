import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as accounts from "viem/accounts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runBlock } from "../../scripts/run-block.mjs";
import * as bursar from "../../src/index.js";
import * as intents from "../../src/intents/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import * as signing from "../../src/tasks/index.js";
import { createSandboxClient } from "../sandbox/open-sandbox.js";
import { moveClock } from "../support/moved-clock.js";
import { waitFor } from "../support/waiting.js";
import { findBlocks } from "./markdown.js";

const block = findBlocks("docs/swaps.md").find(({ code }) => code.startsWith("// order.mts"));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bursar-restart-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The program of the page, with the journal in a file. */
function openProgram() {
  const sandbox = createSandbox();
  let crash: string | undefined;
  const crashAt = (state: string) => {
    if (state !== crash) return;
    crash = undefined;
    throw new Error("the process was killed");
  };
  const createFileJournal = (name: string): intents.Journal => {
    const journal = intents.createFileJournal(join(folder, name));
    return {
      ...journal,
      async begin(entry) {
        const earlier = await journal.begin(entry);
        crashAt(entry.state);
        return earlier;
      },
      async update(entry, from) {
        const isUpdated = await journal.update(entry, from);
        crashAt(entry.state);
        return isUpdated;
      },
    };
  };
  const wait = {
    timeout: 30_000,
    interval: 10,
    maxInterval: 10,
    onProgress: () => moveClock(30_000),
  };
  const once = (...[client, options, prepare]: Parameters<typeof intents.once>) =>
    intents.once(client, { ...options, wait }, prepare);
  const modules = {
    bursar: { ...bursar, createClient: () => createSandboxClient(sandbox) },
    "bursar/intents": { createFileJournal, once },
    "bursar/signing": signing,
    "viem/accounts": accounts,
  };
  /** The control route of the served sandbox. */
  const fetch = async (url: string, { body }: { body: string }) => {
    expect(url).toMatch(/\/__sandbox\/fund$/);
    sandbox.fund(JSON.parse(body));
  };
  /** Returns the last two lines that it prints. */
  const start = async (intent: string): Promise<string[]> => {
    const lines: string[] = [];
    const log = (...values: unknown[]) => lines.push(values.join(" ").trim());
    const process = { argv: ["node", "order.mts", intent] };
    await runBlock(block?.code ?? "", modules, { fetch, console: { log }, process });
    return lines.slice(-2);
  };
  return {
    sandbox,
    start,
    killAt: (state: string) => {
      crash = state;
    },
    /** Starts the program again until it ends by itself. */
    async supervise(intent: string): Promise<string[]> {
      // What was signed and not sent is never found.
      wait.timeout = 100;
      let failure: unknown;
      // Each start asks at least once, and so moves the clocks.
      for (let starts = 0; starts < 50; starts++) {
        try {
          return await start(intent);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    },
    executed: () =>
      sandbox.requests.filter(({ operation }) => operation === "operations.execute").length,
  };
}

describe("the documented program swaps once per order", () => {
  const first = ["order 1 is done", "after: 400 USDC"];
  const second = ["order 2 is done", "after: 300 USDC"];

  test.each(["begun", "signed", "done"])(
    "although it is killed at %s and restarted",
    async (state) => {
      const { supervise, start, killAt, executed } = openProgram();
      killAt(state);
      await expect(start("order 1")).rejects.toThrow("killed");
      expect(await supervise("order 1")).toEqual(first);
      expect(executed()).toBe(1);
      // Another run of the same order sends nothing. Another order is another swap.
      expect(await start("order 1")).toEqual(first);
      expect(executed()).toBe(1);
      expect(await supervise("order 2")).toEqual(second);
      expect(executed()).toBe(2);
    },
  );

  test("although the response of its submission was lost", async () => {
    const { sandbox, start, executed } = openProgram();
    sandbox.cut("operations.execute");
    expect(await start("order 1")).toEqual(first);
    expect(executed()).toBe(1);
  });

  test("although it got no response and is started again beside itself", async () => {
    const { sandbox, start, executed } = openProgram();
    sandbox.hang("operations.execute");
    // It may end after the test, when its folder is gone.
    void start("order 1").catch(() => {});
    await waitFor(() => expect(executed()).toBe(1));
    expect(await start("order 1")).toEqual(first);
    expect(executed()).toBe(1);
  });

  test("although two runs start at the same time", async () => {
    const { start, executed } = openProgram();
    await start("order 0");
    const runs = await Promise.all([start("order 1"), start("order 1")]);
    for (const [line] of runs) expect(line).toBe("order 1 is done");
    expect(executed()).toBe(2);
  });
});
