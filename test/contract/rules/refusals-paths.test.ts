import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { clientOn, recorder } from "../../support/recorder.js";
import { changedArgs, parameter, refusalOf } from "./refuse.js";

/** Values that would lead to another path, or to none. */
const traps: readonly unknown[] = [
  "..",
  ".",
  "",
  null,
  undefined,
  17,
  {},
  [],
  true,
  "%2e%2e",
  "%2E.",
  "%252e%252e",
  "a/../b",
  "a\\..\\b",
  "../..",
  "..%2f..",
  "%2e%2e%5cadmin",
  "/..",
  "./a",
  "\ud800",
];

/** Odd ids that are legal: they stay one segment of the path. */
const odd = [
  "a b",
  "a/b",
  "ä",
  "100%",
  "?x=1",
  "#x",
  "..a",
  "a..b",
  "...",
  "%41",
  "x;y=1",
  "a:b@c",
  "😀",
];

const withParams = endpoints.filter((endpoint) => "params" in endpoint);
const byId = withParams.filter((endpoint) => !endpoint.path.includes("{walletAddress}"));

describe("a path parameter", () => {
  it("stands in thirteen operations", () => {
    expect(withParams).toHaveLength(13);
  });

  describe.each(withParams)("of $name", ({ name, path }) => {
    const parameterName = /\{(\w+)\}/.exec(path)?.[1];

    it.each(traps.map((trap) => [trap]))(
      "that is %j is refused before anything is sent, because it would lead elsewhere",
      async (trap) => {
        const error = await refusalOf(name, changedArgs(name, parameter(trap)));
        expect([...new Set(error.issues.map((issue) => issue.path.join(".")))]).toEqual([
          `params.${parameterName}`,
        ]);
      },
    );
  });

  describe.each(byId)("of $name", ({ name, path }) => {
    it.each(odd)("that is %j stays one segment, encoded", async (id) => {
      const { full } = fixtureOf(name);
      const fetch = recorder([full === undefined ? { status: 204 } : { json: full }]);
      await fixtureOf(name).call(clientOn(fetch), changedArgs(name, parameter(id)));
      const sent = fetch.requests[0]?.path.split("/") ?? [];
      const template = path.split("/");
      expect(sent).toHaveLength(template.length);
      expect(
        decodeURIComponent(sent[template.findIndex((part) => part.startsWith("{"))] as string),
      ).toBe(id);
      expect(fetch.requests[0]?.query).toBe("");
    });
  });

  it("and a body are refused together, because one answer names every problem", async () => {
    const error = await refusalOf("swap.cancelLimitOrder", ["..", { signature: "0x", extra: 1 }]);
    expect(error.issues.map((issue) => issue.path.join(".")).sort()).toEqual([
      "body.extra",
      "body.signature",
      "params.transactionId",
    ]);
  });
});
