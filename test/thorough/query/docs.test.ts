import { expect, test } from "vitest";
import { joined } from "../../query/docs-programs.js";
import { compile } from "../../support/compiler/client.js";

test("the programs in docs/query.md compile", async () => {
  const program = { name: "docs-query.tsx", text: joined };
  expect(await compile([program], { noUnusedLocals: true })).toEqual([]);
});
