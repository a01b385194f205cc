import { describe, expect, it } from "vitest";
import { OutcomeUnknownError, ResponseMismatchError } from "../../../src/index.js";
import { fixtures } from "../../support/fixtures/index.js";
import { clientOn, recorder } from "../../support/recorder.js";

/** Another value of the same form. */
const toOther = (value: string) => `${value.slice(0, -1)}${value.endsWith("1") ? "2" : "1"}`;

/** Copies a value with another value in each place in turn that repeats `wanted`. */
function changeEach(value: unknown, wanted: string, path = ""): [path: string, copy: unknown][] {
  if (typeof value === "string")
    return value.toLowerCase() === wanted.toLowerCase() ? [[path, toOther(value)]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    changeEach(child, wanted, path === "" ? key : `${path}.${key}`).map(
      ([place, changed]): [string, unknown] => [
        place,
        Array.isArray(value)
          ? value.map((item, index) => (String(index) === key ? changed : item))
          : { ...value, [key]: changed },
      ],
    ),
  );
}

/** Fields that are not compared, each with its reason. */
const notCompared: Readonly<Record<string, string>> = {
  "wallets.updateMetadata wallet.walletAddress": "no source says which id a walletId is",
  "kyc.individual.enhanced.get session.id": "no source says which id its path has",
  "operations.get userOperation.hash": "no source says which hash it is",
};

const responses = fixtures.flatMap((fixture) =>
  [...fixture.path.matchAll(/\{\w+\}/g)].flatMap((_, index) =>
    changeEach(fixture.full, String(fixture.args[index])).map(
      ([path, json]) => [fixture.name, path, json, fixture] as const,
    ),
  ),
);

const compared = responses.filter(([name, path]) => !notCompared[`${name} ${path}`]);

describe("a response that repeats a path parameter", () => {
  it("is one of these fields or of those that are not compared", () => {
    expect(compared.map(([name, path]) => `${name} ${path}`).sort()).toEqual([
      "kyc.business.standard.get session.id",
      "kyc.financialLimits identityId",
      "kyc.individual.standard.get session.id",
      "liquidity.pool pool.id",
      "liquidity.poolHistory statistics.poolId",
      "operations.get userOperation.userOperationHash",
      "wallets.deposit transfer.to",
      "wallets.updateTransactionMetadata transaction.id",
    ]);
    expect(responses.length - compared.length).toBe(Object.keys(notCompared).length);
  });

  it.each(compared)(
    "is rejected if it is about another one: %s, %s",
    async (...[, , json, { call, status }]) => {
      const fetch = recorder([{ json, ...(status && { status }) }]);
      const error = await Promise.resolve(call(clientOn(fetch))).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error instanceof OutcomeUnknownError ? error.cause : error).toBeInstanceOf(
        ResponseMismatchError,
      );
    },
  );
});
