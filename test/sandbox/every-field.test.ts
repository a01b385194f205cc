import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { listDocumentedFields, listFilledFields } from "./documented-fields.js";
import { collectResponses } from "./tour.js";

type Reasons = Readonly<Record<string, string>>;

const notInContract = "not in the contract";
const olderForm = "an older form of the echo";
const otherKinds = "only kinds other than user operations have it";
const paymasterFields = [
  ...["paymaster", "paymasterData", "paymasterPostOpGasLimit", "paymasterVerificationGasLimit"],
  "organizationId",
];
const onlyPaid = "in the contract for supply.tokenIn only";

/** Fields that the sandbox never fills, with the reason. */
const neverFilled: Readonly<Partial<Record<EndpointName, Reasons>>> = {
  "swap.quote": { "quotes[].typedData.domain.salt": notInContract },
  "swap.prepareCancellation": {
    "signData[].typedData.domain.salt": notInContract,
    expiresAt: "seen as null only, form unknown",
  },
  "liquidity.createWithSwap": {
    "operation.token0Amount": olderForm,
    "operation.token1Amount": olderForm,
  },
  "lending.quote": {
    metadata: "the request has no metadata",
    "borrow.token.price": onlyPaid,
    "repay.token.price": onlyPaid,
    "supply.tokenOut.price": onlyPaid,
    "withdraw.tokenIn.price": onlyPaid,
    "withdraw.tokenOut.price": onlyPaid,
    "signData[].typedData": otherKinds,
    ...Object.fromEntries(
      ["domain", "message", "primaryType", "types"].map((field) => [
        `signData[].typedData.${field}`,
        otherKinds,
      ]),
    ),
    ...Object.fromEntries(
      ["chainId", "name", "salt", "verifyingContract", "version"].map((field) => [
        `signData[].typedData.domain.${field}`,
        otherKinds,
      ]),
    ),
  },
  "operations.custom": {
    ...Object.fromEntries(
      ["signature", ...paymasterFields].map((field) => [
        `userOperation.${field}`,
        "known to the service only",
      ]),
    ),
  },
};

/** Operations that return the same record, of which each fills a part. */
const families: readonly (readonly EndpointName[])[] = [
  ["wallets.register", "wallets.check"],
  ["operations.custom", "operations.get"],
  ["kyc.individual.standard.create", "kyc.individual.standard.get"],
  ["kyc.business.standard.create", "kyc.business.standard.get"],
  [
    ...(["liquidity.createWithSwap", "liquidity.create", "liquidity.rebalance"] as const),
    ...(["liquidity.change", "liquidity.collectFees"] as const),
  ],
];

test("every documented response field is filled in some situation", async () => {
  const responses = await collectResponses();
  const filled = new Map(
    [...responses].map(([name, bodies]) => [
      name,
      new Set(bodies.flatMap((body) => listFilledFields(body))),
    ]),
  );
  const missing = (endpoints as readonly Endpoint[]).flatMap(({ name, response }) => {
    const family = families.find((names) => names.some((other) => other === name)) ?? [name];
    return (response ? listDocumentedFields(response) : [])
      .filter((field) => !family.some((other) => filled.get(other)?.has(field)))
      .map((field) => `${family[0]} ${field}`);
  });
  const expected = Object.entries(neverFilled).flatMap(([name, reasons]) =>
    Object.keys(reasons).map((field) => `${name} ${field}`),
  );
  expect([...new Set(missing)].sort()).toEqual(expected.sort());
});
