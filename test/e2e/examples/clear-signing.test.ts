// The example formats calls with an ERC-7730 formatter. It has its own packages, because only this
// test needs them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleProject, openExample, start } from "./project.js";

describe("clear-signing | ERC-7730 | Node", () => {
  let project: ExampleProject;
  const run = async (...args: string[]) => {
    const program = start(process.execPath, args, { cwd: project.folder });
    return { code: await program.ended, output: program.output() };
  };

  beforeAll(async () => {
    project = await openExample("clear-signing", "tsconfig.json");
  });
  afterAll(() => project?.remove());

  test("compiles with the strictest settings", async () => {
    expect(await run("node_modules/typescript/bin/tsc", "-p", "clear-signing")).toEqual({
      code: 0,
      output: "",
    });
  });

  test("prints the amount and the receiver of each call of a batch", async () => {
    const { code, output } = await run("--import", "tsx", "clear-signing/show-calls.mts");
    expect({ code, lines: output.trim().split("\n") }).toEqual({
      code: 0,
      lines: [
        "Send Amount: 7 USDC, To: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
        "Send Amount: 7 USDC, To: 0x90F79bf6EB2c4f870365E785982E1f101E93b906",
        // The formatter has no sentence for the batch as a whole.
        "[",
        expect.stringContaining("Batch interpolatedIntent is not available"),
        "]",
      ],
    });
  });
});
