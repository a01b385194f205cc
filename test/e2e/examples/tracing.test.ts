// The example runs with the SDK of OpenTelemetry and an exporter in memory. It has its own
// packages, because only this test needs them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleProject, openExample, start } from "./project.js";

interface PrintedSpan {
  readonly depth: number;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

describe("tracing | OpenTelemetry | Node", () => {
  let project: ExampleProject;
  const run = async (...args: string[]) => {
    const program = start(process.execPath, args, { cwd: project.folder });
    return { code: await program.ended, output: program.output() };
  };

  beforeAll(async () => {
    project = await openExample("tracing", "tsconfig.json");
  });
  afterAll(() => project?.remove());

  test("compiles with the strictest settings", async () => {
    expect(await run("node_modules/typescript/bin/tsc", "-p", "tracing")).toEqual({
      code: 0,
      output: "",
    });
  });

  test("exports one span per call, with the spans of fetch below it", async () => {
    const { code, output } = await run("--import", "tsx", "tracing/main.mts");
    expect(code, output).toBe(0);
    const spans = output
      .trim()
      .split("\n")
      .map((line): PrintedSpan => JSON.parse(line));
    expect(spans.map(({ depth, name, error }) => [depth, name, error])).toEqual([
      [0, "checkout", undefined],
      [1, "tokens.list", undefined],
      [2, "GET", undefined],
      [2, "GET", undefined],
      [1, "wallets.updateTransactionMetadata", "outcome_unknown"],
      [2, "PATCH", expect.any(String)],
      [1, "fiat.createDeposit", "request_validation"],
    ]);
    expect(spans[1]?.attributes).toMatchObject({
      "bursar.outcome": "success",
      "bursar.trace_id": expect.any(String),
      "url.template": "/api/v1/crypto/tokens",
      "http.request.method": "GET",
      "http.response.status_code": 200,
      "http.request.resend_count": 1,
    });
    expect(spans[4]?.attributes).toMatchObject({
      "bursar.outcome": "unknown",
      "error.type": "OutcomeUnknownError",
    });
    expect(output).not.toContain("sandbox-key");
  });
});
