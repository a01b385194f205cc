import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { expectedOutput } from "../../examples/expected-output.js";
import { laterPrograms } from "../../examples/readme.js";
import { openExamples, programs } from "../../examples/run.js";
import { expectOutput } from "../../examples/run-example.js";
import { compile } from "../../support/compiler/client.js";

const root = new URL("../../../", import.meta.url).pathname;
const vitest = join(root, "node_modules/vitest/vitest.mjs");

describe("without a network", () => {
  let examples: Awaited<ReturnType<typeof openExamples>>;
  beforeAll(async () => {
    examples = await openExamples();
  });

  test.concurrent.each(Object.keys(expectedOutput))(
    "%s runs to its end and prints the expected lines",
    (name) => expectOutput(examples, name),
  );

  test("the tests that users copy pass unchanged", async () => {
    // Not the configuration of this repository.
    writeFileSync(join(examples.folder, "vitest.config.mjs"), "export default {};");
    const { code, out, err } = await examples.run(vitest, "run", "examples/test-your-app");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(stripVTControlCharacters(out)).toMatch(/Tests\s+4 passed \(4\)/);
  });
});

test("the programs, and those of the README, compile with the strictest settings", async () => {
  const files = programs.map((name) => ({ name: `examples/${name}` }));
  expect(laterPrograms.length).toBeGreaterThan(1);
  const readmeFiles = laterPrograms.map(({ where, code }, i) => ({
    name: `examples/readme-${i}.mts`,
    text: code,
    where,
  }));
  const declarations = { name: "test/support/express.d.ts" };
  // The settings of examples/tsconfig.json, and stricter. Biome finds what is unused.
  const settings = {
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2023", "dom"],
    noPropertyAccessFromIndexSignature: true,
  };
  expect(await compile([declarations, ...files, ...readmeFiles], settings)).toEqual([]);
});
