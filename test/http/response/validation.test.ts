import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, ResponseValidationError } from "../../../src/errors/data.js";
import type { Drift, ValidationMode } from "../../../src/http/options.js";
import { json, serve } from "../../support/loopback.js";
import { clientFor, failure, hash, limits, signature, wallet } from "../test-client.js";

const drifted = {
  limits: [{ type: "a" }, { currency: 5, limits: { daily: { limit: "10" } } }],
  more: 1,
};

async function drifting(mode: ValidationMode | undefined, ofCall?: ValidationMode) {
  const server = await serve(json(drifted, 200, { "trace-id": "t1" }));
  const drifts: Drift[] = [];
  const client = clientFor(server, {
    ...(mode && { validation: mode }),
    onDrift: (drift) => drifts.push(drift),
  });
  const outcome = await client.kyc
    .financialLimits("a", { ...(ofCall && { validation: ofCall }) })
    .catch((error: unknown) => error);
  expect(server.requests).toHaveLength(1);
  return { outcome, drifts };
}

const expected = {
  operation: "kyc.financialLimits",
  traceId: "t1",
  issues: [
    { path: ["limits", 1, "currency"] },
    { path: ["limits", 1, "limits", "daily", "limit"] },
  ],
};

describe("a response that does not match the schema", () => {
  test.each([
    [undefined, undefined],
    ["strict", undefined],
    ["off", "strict"],
    ["warn", "strict"],
  ] as const)(
    "rejects with all paths and the response, by client %s and call %s",
    async (mode, ofCall) => {
      const { outcome, drifts } = await drifting(mode, ofCall);
      expect(outcome).toBeInstanceOf(ResponseValidationError);
      expect(outcome).toMatchObject({ ...expected, data: drifted, status: 200, effect: "read" });
      expect((outcome as Error).message).toContain("limits.1.limits.daily.limit");
      expect(drifts).toMatchObject([expected]);
    },
  );

  test.each([
    ["warn", undefined],
    ["strict", "warn"],
    ["off", "warn"],
  ] as const)(
    "is returned as received and reported, by client %s and call %s",
    async (mode, ofCall) => {
      const { outcome, drifts } = await drifting(mode, ofCall);
      expect(outcome).toEqual(drifted);
      expect(drifts).toMatchObject([expected]);
    },
  );

  test.each([
    ["off", undefined],
    ["strict", "off"],
    ["warn", "off"],
  ] as const)(
    "is returned as received without onDrift, by client %s and call %s",
    async (mode, ofCall) => {
      const { outcome, drifts } = await drifting(mode, ofCall);
      expect(outcome).toEqual(drifted);
      expect(drifts).toEqual([]);
    },
  );

  test("to a write rejects with the hint not to send it again", async () => {
    const server = await serve(json({ queued: true }, 202));
    const error = await failure(
      clientFor(server).operations.execute({ userOperationHash: hash, signature }),
    );
    expect(error).toBeInstanceOf(ResponseValidationError);
    expect((error as ResponseValidationError).hint).toMatch(/do not send it again/);
    expect(server.requests).toHaveLength(1);
  });

  test("to a write is returned in warn mode", async () => {
    const server = await serve(json({ queued: true }, 202));
    const call = clientFor(server, { validation: "warn" }).operations.execute({
      userOperationHash: hash,
      signature,
    });
    expect(await call).toEqual({ queued: true });
  });
});

test.each(["null", "5", '"text"', "[]"])("returns %s in off mode", async (body) => {
  const server = await serve(json(JSON.parse(body)));
  expect(await clientFor(server, { validation: "off" }).kyc.financialLimits("a")).toEqual(
    JSON.parse(body),
  );
});

test("normalises the response in warn and off mode too", async () => {
  const created = { session: { id: "s_1", status: "PENDING" }, frontDocumentUpload: { url: 5 } };
  const body = {
    firstName: "Ana",
    lastName: "Silva",
    birthDate: "1990-05-17",
    documentCategory: "PASSPORT",
    documentCountry: "BRAZIL",
    documentId: "1",
    livenessRequired: false,
    email: "ana@example.com",
    address: "Rua Augusta 1",
    city: "Sao Paulo",
    state: "SP",
    postalCode: "01000000",
  } as const;
  for (const validation of ["warn", "off"] as const) {
    const server = await serve(json(created));
    expect(await clientFor(server, { validation }).kyc.individual.standard.create(body)).toEqual({
      ...created,
      backDocumentUpload: null,
    });
  }
});

test("does not show values of personal data in issues", async () => {
  const session = { id: "s_1", status: "PENDING", firstName: ["Ana-Maria"], birthDate: 19_900_517 };
  const server = await serve(json({ session }));
  const error = (await failure(
    clientFor(server).kyc.individual.standard.get("s_1"),
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
    const client = clientFor(server, { validation: "warn", onDrift, logger, logLevel: "error" });
    expect(await client.kyc.financialLimits("a")).toEqual(drifted);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(error).toHaveBeenCalledOnce();
  }
});

test("returns a valid response with unknown fields in every mode", async () => {
  const portfolio = {
    tokens: [{ address: wallet, chain: { id: 137, symbol: "POL" }, balance: "1", extra: {} }],
    news: [],
  };
  for (const validation of ["strict", "warn", "off"] as const) {
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

test("rejects an unknown validation mode", async () => {
  const server = await serve(json(limits));
  expect(() => clientFor(server, { validation: "lax" as never })).toThrow(ConfigurationError);
  expect(
    await failure(clientFor(server).kyc.financialLimits("a", { validation: "lax" as never })),
  ).toBeInstanceOf(ConfigurationError);
  expect(server.requests).toHaveLength(0);
});
