import * as accounts from "viem/accounts";
import { describe, expect, test, vi } from "vitest";
import * as bursar from "../../src/index.js";
import { createSandbox } from "../../src/sandbox/index.js";
import * as signing from "../../src/tasks/index.js";
import { createSandboxClient } from "../sandbox/open-sandbox.js";
import { findBlocks } from "./markdown.js";
import { runBlock } from "./run-block.js";

const block = findBlocks("docs/swaps.md").find(({ code }) => code.includes("rmSync"));

/** The program of the page, which a supervisor restarts until it ends well. */
async function openProgram() {
  const sandbox = createSandbox();
  const createClient = () => createSandboxClient(sandbox);
  const files = new Map<string, string>();
  let crash: string | undefined;
  const fs = {
    existsSync: (name: string) => files.has(name),
    readFileSync: (name: string) => files.get(name),
    writeFileSync: (name: string, text: string) => void files.set(name, text),
    renameSync(from: string, to: string) {
      const text = files.get(from) as string;
      files.set(to, text);
      if (crash !== undefined && text.includes(`"stage":"${crash}"`)) {
        crash = undefined;
        throw new Error("the process was killed");
      }
    },
    rmSync: (name: string) => void files.delete(name),
  };
  const wait = {
    timeout: 100,
    interval: 10,
    maxInterval: 10,
    onProgress: () => sandbox.advance(30_000),
  };
  const runSwap = (...[caller, request, options]: Parameters<typeof signing.runSwap>) =>
    signing.runSwap(caller, request, { ...options, wait });
  const modules = {
    "node:fs": fs,
    bursar: { ...bursar, createClient },
    "bursar/signing": { ...signing, runSwap },
    "viem/accounts": accounts,
  };
  /** The control route of the served sandbox. */
  const fetch = async (url: string, { body }: { body: string }) => {
    expect(url).toMatch(/\/__sandbox\/fund$/);
    sandbox.fund(JSON.parse(body));
  };
  const start = async (orderId: string): Promise<string> => {
    const log = vi.fn();
    const process = { argv: ["node", "swap.js", orderId] };
    const variables = { fetch, console: { log }, process };
    await runBlock(block?.code ?? "", modules, variables);
    return log.mock.lastCall?.[0];
  };
  return {
    sandbox,
    start,
    killAt: (stage: string) => {
      crash = stage;
    },
    async supervise(orderId: string): Promise<string> {
      for (let starts = 0; starts < 6; starts++) {
        const status = await start(orderId).catch(() => undefined);
        if (status !== undefined) return status;
      }
      throw new Error("the program never ended well");
    },
    executed: () =>
      sandbox.requests.filter(({ operation }) => operation === "operations.execute").length,
  };
}

describe("the documented program swaps once per order", () => {
  test.each(["quoted", "signed", "submitted", "final"])(
    "although it is killed at %s and restarted",
    async (stage) => {
      const { supervise, killAt, executed } = await openProgram();
      killAt(stage);
      expect(await supervise("1")).toBe("COMPLETED");
      expect(executed()).toBe(1);
      // Another run of the same order only reads its status. Another order is another swap.
      expect(await supervise("1")).toBe("COMPLETED");
      expect(executed()).toBe(1);
      expect(await supervise("2")).toBe("COMPLETED");
      expect(executed()).toBe(2);
    },
  );

  test("although the response of its submission was lost", async () => {
    const { sandbox, supervise, executed } = await openProgram();
    sandbox.cut("operations.execute");
    expect(await supervise("1")).toBe("COMPLETED");
    expect(executed()).toBe(1);
  });
});
