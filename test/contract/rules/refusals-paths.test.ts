import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { fixtures } from "../../support/fixtures/index.js";
import { clientOn, recorder } from "../../support/recorder.js";
import { changedArgs, parameter, refusalOf } from "./refuse.js";

/** Values that would lead to another path, or to no path. */
const traps: readonly unknown[] = [
  ...["..", ".", "", "%2e%2e", "%2E.", "%252e%252e", "a/../b", "a\\..\\b", "../..", "..%2f.."],
  ...["%2e%2e%5cadmin", "/..", "./a", "\ud800", null, undefined, 17, {}, [], true],
];

/** Unusual valid ids. Each stays one segment of the path. */
const odd = [
  ...["a b", "a/b", "ä", "100%", "?x=1", "#x", "..a", "a..b", "...", "%41", "x;y=1", "a:b@c", "😀"],
];

const withParams = fixtures.filter(({ path }) => path.includes("{"));
/** Every parameter of every path, with its place among the arguments. */
const params = withParams.flatMap((fixture) =>
  [...fixture.path.matchAll(/\{(\w+)\}/g)].map(([, parameterName], index) => ({
    ...fixture,
    parameterName,
    index,
  })),
);
/** Addresses and hashes have a form of their own. */
const ids = params.filter(({ parameterName = "" }) => !/(?:Address|Hash)$/i.test(parameterName));

describe("a path parameter", () => {
  it("has a schema in every endpoint with such a path, and in no other", () => {
    const checked = endpoints.filter((endpoint) => "params" in endpoint).map(({ name }) => name);
    expect(checked).not.toHaveLength(0);
    expect([...checked].sort()).toEqual(withParams.map(({ name }) => name).sort());
  });

  it.each(params)(
    "is rejected before anything is sent: $parameterName of $name",
    async ({ name, parameterName, index }) => {
      for (const trap of traps) {
        const error = await refusalOf(name, changedArgs(name, parameter(trap, index)));
        const paths = new Set(error.issues.map((issue) => issue.path));
        expect([...paths], JSON.stringify(trap)).toEqual([`params.${parameterName}`]);
      }
    },
  );

  it.each(ids)("stays one encoded segment: $parameterName of $name", async (fixture) => {
    const { name, path, parameterName, index, minimal, sent, call } = fixture;
    for (const id of odd) {
      const fetch = recorder([minimal === undefined ? { status: 204 } : { json: minimal }]);
      const changed = changedArgs(name, parameter(id, index));
      // A response that repeats another id is rejected after the request.
      await Promise.resolve(call(clientOn(fetch), changed)).catch(() => {});
      const parts = fetch.requests[0]?.path.split("/") ?? [];
      const template = path.split("/");
      expect(parts, id).toHaveLength(template.length);
      expect(decodeURIComponent(parts[template.indexOf(`{${parameterName}}`)] as string)).toBe(id);
      expect(fetch.requests[0]?.query).toBe(sent.query ?? "");
    }
  });

  it("is reported together with the issues of the body", async () => {
    const error = await refusalOf("swap.cancelLimitOrder", ["..", { signature: "0x", extra: 1 }]);
    expect(error.issues.map((issue) => issue.path).sort()).toEqual([
      "body.extra",
      "body.signature",
      "params.transactionId",
    ]);
  });
});
