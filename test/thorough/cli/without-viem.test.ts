import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.js";
import { bundleCommand } from "./start-command.js";

// viem is not installed in its folder.
const command = bundleCommand({ external: ["viem", "viem/*"] });

async function run(args: string[], env?: NodeJS.ProcessEnv) {
  const { output, ended } = command.run(args, env);
  const code = await ended;
  return { ...output, code };
}

test("bursar check runs without viem, which the sandbox needs", async () => {
  const server = await createSandbox().listen();
  onTestFinished(() => server.close());
  const env = { BURSAR_API_KEY: "sandbox-key" };
  const { out, err, code } = await run(["check", "--base-url", server.url], env);
  expect(err).toBe("");
  expect(out).toMatch(/tokens\.list +ok +200/);
  expect(code).toBe(0);
  expect((await run(["sandbox"])).err).toContain("needs viem");
});

test.each([[["--help"]], [[]], [["sandbox", "--help"]], [["openapi", "--help"]]])(
  "bursar %j prints its usage without viem",
  async (args) => {
    const { out, err, code } = await run(args);
    expect([err, code]).toEqual(["", 0]);
    expect(out).toMatch(/^Usage: bursar (<command>|sandbox|openapi)/);
  },
);

test("a misspelt command is named without viem", async () => {
  expect((await run(["sandbok"])).err).toContain("unknown command sandbok");
});

test("bursar check exits with 2 and explains wrong arguments", async () => {
  const { out, err, code } = await run(["check", "--key", "x"]);
  expect(err).toContain("--key");
  expect(err).not.toContain(" at ");
  expect([out, code]).toEqual(["", 2]);
});
