import { describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/endpoints.js";
import { errorCatalogue, errorFacts } from "../../src/contract/shared/error-catalogue.js";

/** The contract's error table: status, id and the endpoints that answer with it. Written down from the contract. */
const table = `
400 NOT_AUTHORIZED_TOKENS E1 E2 E6 E7 E8 E16
400 FIAT_QUOTE_EXPIRED E4 E5
400 CRYPTO_TOKEN_NOT_SUPPORTED_ON_CHAIN_WITH_ALTERNATIVES E3
400 FACTORY_NOT_SUPPORTED E12
400 invalid_metadata E13
400 CANCEL_LIMIT_ORDER_NOT_ALLOWED E17
403 UNAVAILABLE_COMPUTE_UNITS E1 E2 E6 E7 E8 E9 E10 E11 E12
404 ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT E1 E2 E6 E7 E8 E11 E14 E16
404 FIAT_QUOTE_NOT_FOUND E4 E5
404 PROJECT_NOT_FOUND E12
404 TRANSACTION_NOT_FOUND E13
404 CANCEL_LIMIT_ORDER_TRANSACTION_NOT_FOUND E17
429 TAX_EXPORT_ALREADY_REQUESTED_TODAY E14
500 SWAP_QUOTE E1
500 FAILED_TO_ESTIMATE_TRANSFER E2
500 FAILED_TO_GET_FIAT_QUOTE E3
500 FAILED_TO_CREATE_FIAT_DEPOSIT E4
500 FAILED_TO_CREATE_FIAT_WITHDRAW E5
500 DB_API_FAILED E9
500 NFT_METADATA_DECODE_FAILED E10
500 BLOCKCHAIN_ERROR E8
500 REGISTER_WALLET_TRACKING_FAILED E12
500 FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP E14
`;

const rows = table
  .trim()
  .split("\n")
  .map((line) => {
    const [status, id, ...labels] = line.split(" ") as [string, string, ...string[]];
    return { status: Number(status), id, labels };
  });

/** Ids that the service was seen to send beyond the contract; undefined where their status was not noted. */
const seen: readonly (readonly [id: string, status: number | readonly number[] | undefined])[] = [
  ["BAD_REQUEST", 400],
  ["WALLET_ALREADY_REGISTERED", 400],
  ["EXECUTE_USER_OP", [400, 500]],
  ["UNAUTHORIZED_EXCEPTION", 401],
  ["HTTP_EXCEPTION", [403, 404]],
  ["NOT_ALLOWED", 403],
  ["WALLET_NOT_FOUND", 404],
  ["USER_OPERATION_NOT_FOUND", 404],
  ["STANDARD_SESSION_NOT_FOUND", 404],
  ["INDIVIDUAL_NOT_FOUND", undefined],
  ["INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE", 400],
  ["TAX_EXPORT_SCHEDULE_ALREADY_EXISTS", 409],
  ["FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE", 500],
  ["FAILED_TO_GET_BALANCES", undefined],
  ["INTERNAL_SERVER_ERROR", undefined],
];

const entries = Object.entries(errorCatalogue);

describe("the error catalogue", () => {
  it("has exactly the 23 ids of the contract, and beside them the ids that were seen", () => {
    const idsOf = (source: string) =>
      entries.filter(([, facts]) => facts.source === source).map(([id]) => id);
    expect(rows).toHaveLength(23);
    expect(idsOf("contract").sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(idsOf("seen").sort()).toEqual(seen.map(([id]) => id).sort());
  });

  it.each(rows)("$id has the contract's status $status", ({ id, status }) => {
    expect(errorFacts(id)).toMatchObject({ status, source: "contract" });
  });

  it.each(rows)("$id belongs to the contract's endpoints: $labels", ({ id, labels }) => {
    const documenting = endpoints.filter((endpoint) =>
      (endpoint.errors as readonly string[]).includes(id),
    );
    const given = documenting.flatMap((endpoint) => ("label" in endpoint ? [endpoint.label] : []));
    expect([...given].sort()).toEqual([...labels].sort());
  });

  it.each(seen)("%s is known, though the contract is silent on it", (id, status) => {
    expect(errorFacts(id)).toMatchObject({
      source: "seen",
      ...(status !== undefined && { status }),
    });
  });

  it.each(entries)("%s says what it means and what to do next", (_, { meaning, hint }) => {
    expect(meaning.trim()).toMatch(/\w{2}/);
    expect(hint.trim()).toMatch(/^[A-Z].*\.$|^Nothing to do\.$/);
  });

  it.each(entries)(
    "%s is worth another try only where time alone can help",
    (id, { retry, status }) => {
      const passing = [
        "SWAP_QUOTE",
        "FAILED_TO_GET_FIAT_QUOTE",
        "DB_API_FAILED",
        "BLOCKCHAIN_ERROR",
        "FAILED_TO_GET_BALANCES",
        "INTERNAL_SERVER_ERROR",
      ];
      expect(retry).toBe(passing.includes(id));
      if (retry) expect(status).toBe(500);
    },
  );

  it.each([
    "constructor",
    "__proto__",
    "toString",
    "hasOwnProperty",
    "",
    "fiat_quote_expired",
    "INVALID_METADATA",
    " BAD_REQUEST",
    undefined,
  ])("knows nothing of %j, because ids are compared exactly", (id) => {
    expect(errorFacts(id)).toBeUndefined();
  });
});
