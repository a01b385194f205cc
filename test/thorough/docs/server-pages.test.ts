import { expect, test } from "vitest";
import { compilePrograms, findPrograms } from "../../docs/server-programs.js";

test("the programs of docs/proxy.md compile, and fit a Next.js route", async () => {
  expect(findPrograms("docs/proxy.md").length).toBeGreaterThan(4);
  const methods = ["GET", "POST", "PATCH", "OPTIONS"];
  expect(await compilePrograms("docs/proxy.md", methods)).toEqual([]);
});

test("the programs of docs/webhooks.md do not fit a route with another method", async () => {
  expect(await compilePrograms("docs/webhooks.md", ["PUT"])).not.toEqual([]);
});
