import { expect, test } from "vitest";
import { findBlocks } from "../docs/markdown.js";
import { openSandbox } from "../sandbox/open-sandbox.js";
import { drained } from "../support/drained.js";
import { runMain } from "./run-main.js";

const blocks = findBlocks("docs/command-line.md").filter(({ note }) => note === "run");
const lines = blocks.flatMap(({ code }) => code.replaceAll("\\\n", "").trim().split("\n"));
const commands = lines.map((line) => line.trim().split(/\s+/).slice(2));

test("the page has commands that run", () => expect(commands.length).toBeGreaterThan(5));

test.each(commands.map((args) => [args]))("runs %j of the page", async (args) => {
  const { sandbox } = openSandbox();
  const { code, out, err } = await runMain(args, { fetch: sandbox.fetch, columns: 80 });
  const isPreview = args.includes("wallets.register");
  expect(code, err).toBe(isPreview ? 2 : 0);
  expect(isPreview ? err : out).not.toBe("");
  expect(await drained(sandbox)).toHaveLength(isPreview || args.includes("--help") ? 0 : 1);
});

test("the page shows what its first command prints", async () => {
  const { sandbox } = openSandbox();
  const [args = []] = commands;
  const { out } = await runMain(args, { fetch: sandbox.fetch, columns: 80 });
  const shown = findBlocks("docs/command-line.md").find(({ language }) => language === "text");
  expect(out).toBe(shown?.code);
});
