import { expect, test } from "vitest";
import { buildForPrograms, programs, runProgram } from "../../faults/process-exit.js";

buildForPrograms();

test.each(Object.entries(programs))("a process exits by itself after %s", async (_, code) => {
  expect(await runProgram(code)).toMatchObject({ exitCode: 0, active: "" });
});
