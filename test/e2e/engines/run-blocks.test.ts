import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Engine } from "../../browser/engines/engine.js";
import { launchers } from "../../browser/engines/launchers.js";
import { samplePrograms } from "../browser/sample-programs.js";
import { type Outcome, runInPage, serveRunner } from "../browser/serve-runner.js";

let served: Awaited<ReturnType<typeof serveRunner>>;
let engine: Engine;

beforeAll(async () => {
  served = await serveRunner();
  engine = await launchers[inject("engine")]();
  await engine.navigate(served.url);
});

afterAll(async () => {
  await engine?.close();
  served?.close();
});

const run = (code: string, timeout?: number) =>
  engine.evaluate(`(${runInPage})(${JSON.stringify(code)}, ${timeout})`) as Promise<Outcome>;

/** WebKitGTK cannot encode a form with a file. */
const formFailure = "Unable to read form data blob";

test.each(samplePrograms(12).map((block) => [block.where, block] as const))(
  "the block at %s runs in this browser",
  async (_, { code }) => {
    const { failure } = await run(code);
    const isLimited = inject("engine") === "webkit" && code.includes("uploadDocument(");
    if (isLimited) expect(failure).toContain(formFailure);
    else expect(failure).toBeUndefined();
  },
);

test("an endless program ends at its time limit", async () => {
  expect(await run("for (;;);", 500)).toEqual({
    lines: [],
    failure: "The time limit of 0.5 s is over.",
  });
});
