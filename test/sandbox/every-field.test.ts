import { expect, test } from "vitest";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { findRoute } from "../../src/contract/routing/find-route.js";
import type { Endpoint } from "../../src/contract/shared/endpoint.js";
import { listDocumentedFields, listFilledFields } from "./documented-fields.js";
import { createSandboxClient, openWallet } from "./open-sandbox.js";
import { situations } from "./situations.js";
import { validCalls } from "./valid-calls.js";

type Reasons = Readonly<Record<string, string>>;

const notInContract = "not in the contract";
const olderForm = "an older form of the echo";
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
  },
};

/** Operations that return the same record, of which each fills a part. */
const families: readonly (readonly EndpointName[])[] = [
  ["wallets.register", "wallets.check"],
  ["kyc.individual.standard.create", "kyc.individual.standard.get"],
  ["kyc.business.standard.create", "kyc.business.standard.get"],
  [
    ...(["liquidity.createWithSwap", "liquidity.create", "liquidity.rebalance"] as const),
    ...(["liquidity.change", "liquidity.collectFees"] as const),
  ],
];

/** Collects the filled fields of all responses of a sandbox, by operation. */
async function openRecorded(filled: Map<string, Set<string>>) {
  const opened = await openWallet();
  const fetch = async (request: Request) => {
    const name = findRoute(request.method, new URL(request.url).pathname)?.endpoint.name ?? "";
    const response = await opened.sandbox.fetch(request);
    const text = await response.clone().text();
    const own = filled.get(name) ?? new Set();
    filled.set(name, own);
    if (response.ok && text !== "")
      for (const field of listFilledFields(JSON.parse(text))) own.add(field);
    return response;
  };
  return { ...opened, client: createSandboxClient(opened.sandbox, { fetch }) };
}

test("every documented response field is filled in some situation", async () => {
  const filled = new Map<string, Set<string>>();
  for (const { name } of endpoints) {
    const call = await validCalls[name](await openRecorded(filled));
    await call();
  }
  for (const situation of situations) await situation(await openRecorded(filled));
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
