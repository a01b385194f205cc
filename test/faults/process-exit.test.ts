import { expect, test } from "vitest";
import { buildForPrograms, programs, runProgram } from "./process-exit.js";

buildForPrograms();

/** `test/thorough` runs a process for each. */
test("a process exits by itself after calls that end in every way", async () => {
  const result = await runProgram(Object.values(programs).join("\n"));
  expect(result).toMatchObject({ exitCode: 0, active: "" });
  for (const name of ["TimeoutError", "AbortedError", "WaitTimeoutError", "OutcomeUnknownError"])
    expect(result.out).toMatch(new RegExp(`^${name}$`, "m"));
});
