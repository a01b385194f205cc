import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, ResponseValidationError } from "../../../src/errors/data.js";
import type { Drift, ValidationMode } from "../../../src/http/config/options.js";
import { person } from "../../sandbox/kyc/verification-sessions.js";
import { drained } from "../../support/drained.js";
import { json, serve, takeTurn } from "../../support/loopback.js";
import { balance, clientFor, failure, hash, limits, signature, wallet } from "../test-client.js";

const bucket = { limit: 1, used: 0, remaining: 1 };
const periods = { monthly: bucket, quarterly: bucket, perTransaction: { limit: 1 } };
const identity = { identityId: "", identityType: "INDIVIDUAL", projectId: "p" };

/** A response that differs only in fields that the call can do without. */
const drifted = {
  ...identity,
  limits: [
    { currency: "USD", limits: { ...periods, daily: bucket } },
    { type: "a", currency: "BRL", limits: { ...periods, daily: { ...bucket, limit: "10" } } },
  ],
  more: 1,
};
/** A response that also lacks what the call is for. */
const unusable = { ...drifted, limits: [{ ...drifted.limits[0], currency: 5 }] };

async function reading(body: object, mode: ValidationMode | undefined, ofCall?: ValidationMode) {
  const server = await serve(json(body, 200, { "trace-id": "t1" }));
  const drifts: Drift[] = [];
  const client = clientFor(server, {
    ...(mode && { validation: mode }),
    onDrift: (drift) => drifts.push(drift),
  });
  const outcome = await client.kyc
    .financialLimits("a", { ...(ofCall && { validation: ofCall }) })
    .catch((error: unknown) => error);
  expect(await drained(server)).toHaveLength(1);
  return { outcome, drifts };
}

const about = { operation: "kyc.financialLimits", traceId: "t1" };
const drift = {
  ...about,
  issues: [{ path: "limits[0].type" }, { path: "limits[1].limits.daily.limit" }],
};
const rejection = {
  ...about,
  issues: [{ path: "limits[0].currency" }, { path: "limits[0].type" }],
};

describe("a response that does not match the schema", () => {
  test.each([
    [undefined, undefined],
    ["strict", undefined],
    ["off", "strict"],
    ["essential", "strict"],
    ["off", "essential"],
  ] as const)(
    "rejects without an essential field, named first, by client %s and call %s",
    async (mode, ofCall) => {
      const { outcome, drifts } = await reading(unusable, mode, ofCall);
      expect(outcome).toBeInstanceOf(ResponseValidationError);
      const isStrict = (ofCall ?? mode) === "strict";
      const issues = isStrict ? [...rejection.issues].reverse() : rejection.issues;
      const sorted = { ...rejection, issues };
      expect(outcome).toMatchObject({ ...sorted, data: unusable, status: 200, effect: "read" });
      expect((outcome as Error).message).toContain("limits[0].currency");
      expect(drifts).toMatchObject([sorted]);
    },
  );

  test.each([
    [undefined, undefined],
    ["essential", undefined],
    ["strict", "essential"],
    ["off", "essential"],
  ] as const)(
    "is returned as received and reported, by client %s and call %s",
    async (mode, ofCall) => {
      const { outcome, drifts } = await reading(drifted, mode, ofCall);
      expect(outcome).toEqual(drifted);
      expect(drifts).toMatchObject([drift]);
    },
  );

  test.each([
    ["strict", undefined],
    ["off", "strict"],
    [undefined, "strict"],
  ] as const)("rejects in strict mode, by client %s and call %s", async (mode, ofCall) => {
    const { outcome, drifts } = await reading(drifted, mode, ofCall);
    expect(outcome).toBeInstanceOf(ResponseValidationError);
    expect(outcome).toMatchObject({ ...drift, data: drifted });
    expect(drifts).toMatchObject([drift]);
  });

  test.each([
    ["off", undefined],
    ["strict", "off"],
    [undefined, "off"],
  ] as const)(
    "is returned as received without onDrift, by client %s and call %s",
    async (mode, ofCall) => {
      for (const body of [drifted, unusable]) {
        const { outcome, drifts } = await reading(body, mode, ofCall);
        expect(outcome).toEqual(body);
        expect(drifts).toEqual([]);
      }
    },
  );

  test.each([
    ["not to send it again, if it repeats the hash", { userOperationHash: hash }, /do not send/],
    [
      "what to look up, if it does not",
      { queued: true },
      /^Before trying again: look for the user/,
    ],
  ])("to a write rejects with the hint %s", async (_, body, hint) => {
    const server = await serve(json(body, 202));
    const client = clientFor(server, { validation: "strict" });
    const error = await failure(client.operations.execute({ userOperationHash: hash, signature }));
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect((error as ResponseValidationError).hint).toMatch(hint);
    expect(await drained(server)).toHaveLength(1);
  });

  test("to a write is returned if only drift differs, or in off mode", async () => {
    const execute = (body: object, validation: ValidationMode) =>
      serve(json(body, 202)).then((server) =>
        clientFor(server, { validation }).operations.execute({
          userOperationHash: hash,
          signature,
        }),
      );
    expect(await execute({ queued: true }, "off")).toEqual({ queued: true });
    const queued = { userOperationHash: hash, estimatedExecutionTime: 5 };
    expect(await execute(queued, "essential")).toEqual(queued);
    expect(await failure(execute(queued, "strict"))).toBeInstanceOf(ResponseValidationError);
  });
});

test.each(["null", "5", '"text"', "[]"])("returns %s in off mode", async (body) => {
  const server = await serve(json(JSON.parse(body)));
  expect(await clientFor(server, { validation: "off" }).kyc.financialLimits("a")).toEqual(
    JSON.parse(body),
  );
});

test("normalises the response if it drifts, and in off mode", async () => {
  const created = { session: { id: "s_1", status: "PENDING", firstName: 5 } };
  for (const validation of ["essential", "off"] as const) {
    const server = await serve(json(created));
    expect(await clientFor(server, { validation }).kyc.individual.standard.create(person)).toEqual({
      ...created,
      backDocumentUpload: null,
    });
  }
});

test("does not show values of personal data in issues", async () => {
  const session = { id: "s_1", status: "PENDING", firstName: ["Ana-Maria"], birthDate: 19_900_517 };
  const server = await serve(json({ session }));
  const error = (await failure(
    clientFor(server, { validation: "strict" }).kyc.individual.standard.get("s_1"),
  )) as ResponseValidationError;
  expect(error.message + JSON.stringify(error.issues)).not.toMatch(/Ana|19900517|1990/);
  expect(error.issues.map(({ received }) => received)).toEqual(["an array", "a number"]);
});

test("ignores an onDrift that throws or rejects", async () => {
  for (const onDrift of [
    () => {
      throw new Error("broken");
    },
    async () => {
      throw new Error("broken");
    },
  ]) {
    const server = await serve(json(drifted));
    const error = vi.fn();
    const logger = { error, warn: () => {}, info: () => {}, debug: () => {} };
    const client = clientFor(server, { onDrift, logger, logLevel: "error" });
    expect(await client.kyc.financialLimits("a")).toEqual(drifted);
    await takeTurn();
    expect(error).toHaveBeenCalledOnce();
  }
});

test("returns a valid response with unknown fields in every mode", async () => {
  const portfolio = {
    tokens: [{ ...balance, chain: { ...balance.chain, symbol: "POL" }, extra: {} }],
    news: [],
  };
  for (const validation of ["strict", "essential", "off"] as const) {
    const onDrift = vi.fn();
    const server = await serve(json(portfolio));
    expect(
      await clientFor(server, { validation, onDrift }).wallets.portfolio(wallet, {
        includeTokens: true,
      }),
    ).toEqual(portfolio);
    expect(onDrift).not.toHaveBeenCalled();
  }
});

test.each(["lax", "warn"])("rejects the validation mode %j", async (mode) => {
  const server = await serve(json(limits));
  expect(() => clientFor(server, { validation: mode as never })).toThrow(ConfigurationError);
  expect(
    await failure(clientFor(server).kyc.financialLimits("a", { validation: mode as never })),
  ).toBeInstanceOf(ConfigurationError);
  expect(await drained(server)).toHaveLength(0);
});
