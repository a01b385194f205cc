import { expect, test } from "vitest";
import { compiledBlocks, findFailingBlocks } from "../../docs/compile-blocks.js";

test("every block compiles with the strictest settings where the page says", async () => {
  expect(compiledBlocks.length).toBeGreaterThan(80);
  const options = { module: "nodenext", moduleResolution: "nodenext" };
  expect(await findFailingBlocks(compiledBlocks, options)).toEqual([]);
});
