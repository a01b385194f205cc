// The MCP servers and the tools of the AI SDK, driven by the client of the MCP SDK and by a model
// that has a list of calls. The example has its own packages, because only this test needs them.
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleProject, openExample, start } from "./project.js";

describe("agents | MCP SDK, AI SDK | Node", () => {
  let project: ExampleProject;
  const run = async (...args: string[]) => {
    const { folder } = project;
    const program = start(process.execPath, args, { cwd: folder, env: { TMPDIR: folder } });
    return { code: await program.ended, output: program.output() };
  };

  beforeAll(async () => {
    project = await openExample("agents", "tsconfig.json");
  });
  afterAll(() => project?.remove());

  test("compiles with the strictest settings that the MCP SDK allows", async () => {
    expect(await run("node_modules/typescript/bin/tsc", "-p", "agents")).toEqual({
      code: 0,
      output: "",
    });
  });

  test("pays once per order, after the person has confirmed the described terms", async () => {
    const { code, output } = await run("--import", "tsx", "agents/try.mts");
    expect(code, output).toBe(0);
    // Its folder has a key.
    expect(readdirSync(project.folder).filter((name) => name.startsWith("agents-"))).toEqual([]);
    const tools = [
      /^11 tools, writes: wallets_register, pay, swap$/,
      /^wallets_portfolio: \{"ok":true,"data":\{"tokens":\[\{"balanceFormatted":"[\d.]+"\}\]/,
      /^pay: \{"ok":false,"error":\{"kind":"aborted","outcome":"none"/,
      /^pay: \{"ok":true,"data":\{.*"state":"done"/,
      /^pay: \{"ok":true,"data":\{.*"state":"done"/,
      /^pay: \{"ok":false,"error":\{"kind":"signing","outcome":"none"/,
      /^2 questions, the last: Sign and send this\? \| You sign: a transfer \| You send: 82 of USDC/,
    ];
    const expected = [
      ...[/^MCP over stdio$/, ...tools, /^MCP over HTTP$/, ...tools],
      ...[/^npx bursar mcp$/, /^\d+ tools, all read only: true$/],
      /^tokens_list: \{"ok":true,"data":\{"items":\[\{"symbol":"USDC"\}/,
      /^wallets_history: \{"ok":false,"error":\{"kind":"request_validation"/,
      ...[
        /^AI SDK$/,
        /^wallets_history: \{"ok":true/,
        /^pay: \{"ok":true.*"state":"done"/,
        /^Paid\.$/,
      ],
      /^3 payments were sent$/,
    ];
    const lines = output.trim().split("\n");
    expect(lines).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });
});
