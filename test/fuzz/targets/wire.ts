import { inspect } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import type { EndpointName } from "../../../src/contract/endpoints.js";
import { isBursarError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { fixtureOf, fixtures } from "../../support/fixtures/index.js";
import { clientOn, recorder, testApiKey, testBaseUrl } from "../../support/recorder.js";
import { fuzzTarget } from "../fuzz.js";
import { changed, hostileText, hostileValue, nest } from "../random-json.js";

const names = fixtures.map(({ name }) => name);

/** The outcome of a call. Errors of other libraries and of the engine fail the test. */
async function settle(call: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    if (!isBursarError(error)) throw new Error(`threw ${inspect(error)}`, { cause: error });
    // An application logs and serialises errors.
    expect(JSON.stringify(error).length).toBeLessThan(200_000);
    expect(inspect(error)).not.toContain(testApiKey);
    return error;
  }
}

const bodyOf = (name: EndpointName) => {
  const { full, minimal, otherForms = [] } = fixtureOf(name);
  const forms = [full, minimal, ...otherForms.map((form) => form.full)];
  return fc.constantFrom(...forms).chain((json) => changed(json === undefined ? null : json));
};
const errorBody = changed({
  statusCode: 400,
  id: "BAD_REQUEST",
  message: "m",
  traceId: "t",
  errors: [{ path: ["body", "a"], message: "m", options: ["b"] }],
});

const response = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    status: fc.constantFrom(200, 200, 200, 201, 202, 400, 401, 404, 409, 422, 429, 500, 503),
    type: fc.constantFrom("application/json", "application/json", "text/html", ""),
    text: fc.oneof(
      { weight: 6, arbitrary: bodyOf(name).map((json) => JSON.stringify(json)) },
      { weight: 3, arbitrary: errorBody.map((json) => JSON.stringify(json)) },
      { weight: 1, arbitrary: fc.oneof(hostileText, fc.constantFrom("{", nest(50_000))) },
      { weight: 1, arbitrary: hostileValue.map((json) => JSON.stringify(json)) },
    ),
    validation: fc.constantFrom("essential", "strict", "off"),
  }),
);

const responsesTarget = fuzzTarget(
  "reads any response, or rejects it with an error of this package",
  {
    kept: "responses",
    runs: 30,
    accepted: 0.1,
    input: response,
    check: async ({ name, status, type, text, validation }) => {
      const reply = { status, text, headers: { "content-type": type } };
      const client = clientOn(recorder([reply]), { validation: validation as "off" });
      const fixture = fixtureOf(name);
      const outcome = await settle(() => fixture.call(client));
      if (status >= 400) expect(isBursarError(outcome)).toBe(true);
      return !isBursarError(outcome);
    },
  },
);

const toJson = (args: unknown) =>
  JSON.parse(
    JSON.stringify(args, (_, each) => (typeof each === "bigint" ? { bigint: `${each}` } : each)),
  );

/** Restores the integers of `toJson`. */
function fromJson(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, each) =>
    typeof each?.bigint === "string" && /^\d{1,80}$/.test(each.bigint) ? BigInt(each.bigint) : each,
  );
}

const request = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    args: fc
      .constantFrom(fixtureOf(name).args, fixtureOf(name).minimalArgs)
      .chain((args) => changed(toJson(args), 3)),
  }),
);

/** Whether a path has the form of a route. Reads it as the WHATWG URL standard does. */
function matchesRoute(path: string, route: string): boolean {
  const [given, expected] = [path.split("/"), route.split("/")];
  return (
    given.length === expected.length &&
    expected.every((part, i) => (part.startsWith("{") ? given[i] !== "" : given[i] === part))
  );
}

const requestsTarget = fuzzTarget(
  "sends any arguments to the route of the operation, or sends nothing",
  {
    kept: "requests",
    runs: 40,
    accepted: 0.1,
    input: request,
    check: async ({ name, args }) => {
      const fixture = fixtureOf(name);
      const fetch = recorder(() => ({ json: fixture.full ?? null }));
      const given = [fromJson(args)].flat();
      const call = () => fixture.call(clientOn(fetch), given);
      const outcome = await settle(call);
      if (fetch.requests.length === 0) {
        expect(isBursarError(outcome)).toBe(true);
        return false;
      }
      expect(await drained(fetch)).toHaveLength(1);
      const [sent] = fetch.requests;
      expect(sent?.method).toBe(fixture.method);
      expect(sent?.url.startsWith(`${testBaseUrl}/`)).toBe(true);
      expect(new URL(sent?.url ?? "").origin).toBe(testBaseUrl);
      expect(sent?.path).toSatisfy((path: string) => matchesRoute(path, fixture.path));
      for (const part of sent?.path.split("/").slice(1) ?? [])
        expect(decodeURIComponent(part)).not.toMatch(/^\.{0,2}$|[\\/]\.\.?(?:[\\/]|$)/);
      return true;
    },
  },
);

export const wireTargets = [responsesTarget, requestsTarget];
