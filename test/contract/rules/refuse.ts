import { describe, expect, it } from "vitest";
import { type EndpointName, RequestValidationError } from "../../../src/index.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { clientOn, recorder } from "../../support/recorder.js";

/** Why it is refused, what is changed in a right request, and every path that must be named, with a part of what is told there. */
export type Refusal = readonly [
  because: string,
  change: Change,
  issues: Readonly<Record<string, string | RegExp>>,
];

/** Fields to change in the request (undefined leaves one out), or all of an argument. */
export type Change = Readonly<Record<string, unknown>> | Whole;

class Whole {
  constructor(
    readonly kind: "request" | "parameter",
    readonly value: unknown,
  ) {}
}

/** In place of the whole request. */
export const request = (value: unknown): Change => new Whole("request", value);
/** In place of the path parameter. */
export const parameter = (value: unknown): Change => new Whole("parameter", value);

/** The arguments of the typed method after the change. */
export function changedArgs(name: EndpointName, change: Change): unknown[] {
  const args = [...fixtureOf(name).minimalArgs];
  if (change instanceof Whole && change.kind === "parameter") {
    args[0] = change.value;
    return args;
  }
  const found = args.findIndex((argument) => typeof argument === "object");
  const at = found === -1 ? args.length : found;
  args[at] =
    change instanceof Whole ? change.value : { ...(args[at] as object | undefined), ...change };
  return args;
}

export async function refusalOf(
  name: EndpointName,
  args: readonly unknown[],
): Promise<RequestValidationError> {
  const fetch = recorder();
  const thrown: unknown = await Promise.resolve(fixtureOf(name).call(clientOn(fetch), args)).catch(
    (error: unknown) => error,
  );
  expect(fetch.requests).toEqual([]);
  expect(thrown).toBeInstanceOf(RequestValidationError);
  return thrown as RequestValidationError;
}

/** Declares one test a row: nothing is sent, and exactly these paths are named. */
export function refuses(name: EndpointName, rows: readonly Refusal[]): void {
  describe(`${name} refuses, before anything is sent,`, () => {
    it.each(rows)("%s", async (_, change, issues) => {
      const error = await refusalOf(name, changedArgs(name, change));
      expect(error.issues.map((issue) => issue.path.join(".")).sort()).toEqual(
        Object.keys(issues).sort(),
      );
      for (const issue of error.issues) {
        const expected = issues[issue.path.join(".")] as string | RegExp;
        const told = `${issue.code}: ${issue.message}`;
        if (typeof expected === "string") expect(told).toContain(expected);
        else expect(told).toMatch(expected);
        expect(error.message).toContain(issue.message);
      }
      expect(error).toMatchObject({
        kind: "request_validation",
        operation: name,
        hint: expect.stringContaining("Nothing was sent"),
      });
    });
  });
}
