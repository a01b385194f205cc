import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("has current facts for query options, and current lists in the docs", () => {
  const script = new URL("../../scripts/reference.mjs", import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
