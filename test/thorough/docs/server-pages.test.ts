import { expect, test } from "vitest";
import { compilePrograms, findPrograms } from "../../docs/server-programs.js";

test("the programs of docs/webhooks.md compile, and fit a Next.js route", async () => {
  expect(findPrograms("docs/webhooks.md").length).toBeGreaterThan(2);
  expect(await compilePrograms("docs/webhooks.md", ["POST"])).toEqual([]);
});

test("the programs of docs/webhooks.md do not fit a route with another method", async () => {
  expect(await compilePrograms("docs/webhooks.md", ["PUT"])).not.toEqual([]);
});
