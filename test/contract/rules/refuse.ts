import { expect, it } from "vitest";
import { type EndpointName, RequestValidationError } from "../../../src/index.js";
import { drained } from "../../support/drained.js";
import { fixtureOf } from "../../support/fixtures/index.js";
import { clientOn, recorder } from "../../support/recorder.js";

/** A change to a valid request, and the issues: path and part of the message. */
export type Refusal = readonly [change: Change, issues: Readonly<Record<string, string | RegExp>>];

/** The path of an issue, a part of its message, and values of the field that have it. */
export type Refused = readonly [
  path: string,
  message: string | RegExp,
  ...values: readonly unknown[],
];

/** Fields to change in the request, or a whole argument. `undefined` removes a field. */
export type Change = Readonly<Record<string, unknown>> | Whole;

class Whole {
  constructor(
    readonly kind: "request" | "parameter",
    readonly value: unknown,
    readonly index = 0,
  ) {}
}

/** Replaces the whole request. */
export const request = (value: unknown): Change => new Whole("request", value);
/** Replaces one path parameter: the first, or the one at `index`. */
export const parameter = (value: unknown, index = 0): Change =>
  new Whole("parameter", value, index);

/** The arguments of the client's method after the change. */
export function changedArgs(name: EndpointName, change: Change): unknown[] {
  const args = [...fixtureOf(name).minimalArgs];
  if (change instanceof Whole && change.kind === "parameter") {
    args[change.index] = change.value;
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
  expect(await drained(fetch)).toEqual([]);
  expect(thrown).toBeInstanceOf(RequestValidationError);
  return thrown as RequestValidationError;
}

async function expectIssues(name: EndpointName, [change, issues]: Refusal): Promise<void> {
  const error = await refusalOf(name, changedArgs(name, change));
  expect(error.issues.map((issue) => issue.path).sort()).toEqual(Object.keys(issues).sort());
  for (const issue of error.issues) {
    const expected = issues[issue.path] as string | RegExp;
    const text = `${issue.code}: ${issue.message}`;
    if (typeof expected === "string") expect(text).toContain(expected);
    else expect(text).toMatch(expected);
    expect(error.message).toContain(issue.message);
  }
  expect(error).toMatchObject({
    kind: "request_validation",
    operation: name,
    hint: expect.stringContaining("Nothing was sent"),
  });
}

/** Declares one test per row: nothing is sent, and the issues are exactly these. */
export function refuses(name: EndpointName, rows: readonly Refusal[]): void {
  it.each(rows)(`${name} rejects %o with all issues, before it sends`, (...row) =>
    expectIssues(name, row),
  );
}

/** Declares one test per row: nothing is sent, and each value has exactly this issue. */
export function refusesValues(name: EndpointName, rows: readonly Refused[]): void {
  const cases = rows.map(([path, message, ...values]) => [path, message, values] as const);
  it.each(cases)(`${name} rejects a wrong %s: %s`, async (path, message, values) => {
    const [part, field = ""] = path.split(/[.[]/);
    for (const value of values) {
      const isWhole = path === "body" || path === "body.metadata";
      const change =
        part === "params" ? parameter(value) : isWhole ? request(value) : { [field]: value };
      await expectIssues(name, [change, { [path]: message }]);
    }
  });
}
