import fc from "fast-check";
import type { BatchRequest, PreparedBatch, Transfer, TransferRequest } from "../../../src/index.js";
import { checkOperation, signOperation } from "../../../src/signing/index.js";
import { owner } from "../../sandbox/open-sandbox.js";
import { chooseSeed } from "../../support/random-runs.js";
import { findHarm, type Limits } from "./judge-operations.js";
import { brz, hash, now, receiver, wallet, weth } from "./requests.js";

const other = "0x00000000000000000000000000000000000000aa";

interface Case {
  request: TransferRequest | BatchRequest;
  stated: Record<string, unknown>;
  limits: Limits;
}

/** Decimal text of a number, cut off like a response may do. */
const text = (value: number, digits: number): string => value.toFixed(digits);

const honestTransfer = fc
  .record({
    amount: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 100, max: 1_000_000 })),
    price: fc.constantFrom(0.2, 1, 2_500, 60_000),
    method: fc.constantFrom("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"),
    isGasInToken: fc.boolean(),
    gasUsd: fc.double({ min: 0.0001, max: 0.05, noNaN: true }),
    percent: fc.constantFrom(undefined, null, 0, 0.5, 20),
    hasTreasury: fc.boolean(),
    isAdded: fc.boolean(),
    digits: fc.constantFrom(6, 12, 18),
    isUpper: fc.boolean(),
    to: fc.constantFrom(receiver, wallet),
  })
  .map((given) => {
    const { amount, price, method, isGasInToken, percent, digits } = given;
    const payGasFeeToken = isGasInToken ? brz : weth;
    const gasPrice = isGasInToken ? price : 2_500;
    // Ordinary gas is far below a tenth of the amount.
    const gasUsd = Math.min(given.gasUsd, (amount * price) / 20);
    const gas = gasUsd / gasPrice;
    const fee = given.hasTreasury ? (amount * (percent ?? 0)) / 100 : 0;
    const isDeducted = isGasInToken && method === "DEDUCT_FROM_AMOUNT";
    const received = amount - fee - (isDeducted ? gas : 0);
    const isAdded = given.isAdded && isGasInToken && !isDeducted;
    const sent = isAdded ? amount + gas : amount;
    const request = {
      amount: String(amount),
      chainId: 137,
      token: brz,
      payGasFeeToken,
      gasFeePaymentMethod: method,
      walletAddress: wallet,
      toAddress: given.to,
      ...(percent === undefined ? {} : { transactionFeePercent: percent }),
    } as TransferRequest;
    const spell = (address: string) =>
      given.isUpper ? `0x${address.slice(2).toUpperCase()}` : address;
    const transfer = {
      walletAddress: spell(wallet),
      toAddress: spell(given.to),
      token: spell(brz),
      chain: 137,
      // Gas has many digits.
      amountToSend: isAdded ? text(sent, 18) : String(amount),
      amountToSendUSD: text(sent * price, 18),
      amountToBeReceived: text(received, isDeducted ? 18 : digits),
      amountToBeReceivedUSD: text(received * price, 18),
      estimatedExecutionTime: "2026-01-31T12:00:05.000Z",
      estimatedGasFees: {
        payGasFeeToken,
        gasFeeTokenAmount: text(gas, 18),
        maxGasFeeToken: text(gas, 18),
        gasFeeTokenAmountUSD: text(gasUsd, 18),
        maxGasFeeNative: "0.01",
      },
      estimatedCollectedFee: {
        collectedFeeToken: brz,
        collectedFee: text(fee, 12),
        serviceCollectedFee: "0",
        collectedFeePercent: fee > 0 ? String(percent) : "0",
        serviceCollectedFeePercent: "0",
      },
      revertReason: null,
      authorization: null,
      metadata: null,
    };
    return { request, transfer, gas };
  });

const signing = { userOperationHash: hash, quoteId: hash, expiresAt: now + 60_000 };

/** Transfers and batches as an honest service prepares them. */
export const honest: fc.Arbitrary<Case> = fc.oneof(
  honestTransfer.map(({ request, transfer, gas }) => ({
    request,
    stated: { ...transfer, ...signing },
    limits: { now, maxGasFee: text(gas * 1.5 + 1e-6, 18) },
  })),
  fc.array(honestTransfer, { minLength: 1, maxLength: 5 }).map((items) => {
    const operations = items.map(({ request }) => ({
      type: "transfer" as const,
      params: request,
    }));
    const tokens = new Set(items.map(({ request }) => request.payGasFeeToken));
    const gas = items.reduce((sum, item) => sum + item.gas, 0);
    return {
      request: { walletAddress: wallet, chainId: 137, operations } as BatchRequest,
      stated: {
        ...signing,
        authorization: null,
        expiresAt: new Date(now + 60_000).toISOString(),
        operations: items.map(({ transfer }) => ({ transfer })),
      },
      limits: { now, ...(tokens.size === 1 && { maxGasFee: text(gas * 1.5 + 1e-6, 18) }) },
    };
  }),
);

const odd: readonly unknown[] = [
  ...[undefined, null, "", "0", "0x", "-1", "1e3", "1e-30", "999999999", 7, 0, {}, [], true, "NaN"],
  ...[other, weth, wallet, receiver, `0x${"00".repeat(32)}`, now - 1, 1, 56, "all"],
  { decoded: "no", raw: "0x", utf8: "" },
  { chainId: 137, address: other, nonce: 0, hash },
];

/** Changes some fields, at any depth, to odd values or by a factor. */
const tamperings = fc.array(
  fc.record({
    at: fc.nat(200),
    value: fc.oneof(
      fc.constantFrom(...odd).map((value) => ({ value })),
      fc.constantFrom(0.001, 0.5, 0.9, 0.97, 1.03, 1.1, 2, 1_000).map((factor) => ({ factor })),
    ),
    isDeleted: fc.nat(9).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 3 },
);

type Tampering = typeof tamperings extends fc.Arbitrary<(infer One)[]> ? One : never;

function listPlaces(value: unknown, parent?: object, key?: string): [object, string][] {
  const own: [object, string][] = parent && key !== undefined ? [[parent, key]] : [];
  if (typeof value !== "object" || value === null) return own;
  return [
    ...own,
    ...Object.keys(value).flatMap((name) => listPlaces((value as never)[name], value, name)),
  ];
}

function tamper(stated: object, { at, value, isDeleted }: Tampering): void {
  const places = listPlaces(stated);
  const [parent, key] = places[at % places.length] as [Record<string, unknown>, string];
  const old = parent[key];
  if (isDeleted) delete parent[key];
  else if ("value" in value) parent[key] = structuredClone(value.value);
  else if (typeof old === "string" && /^[\d.]+$/.test(old))
    parent[key] = text(Number(old) * value.factor, 18);
  else if (Array.isArray(old)) old.reverse();
  else parent[key] = other;
}

/** Signs tampered operations. Returns those that harm and were signed anyway. */
export async function signTampered(runs: number) {
  const counts = { signed: 0, rejected: 0, harmless: 0 };
  const broken: unknown[] = [];
  const property = fc.asyncProperty(honest, tamperings, async (given, changes) => {
    const { request, limits } = given;
    const stated = structuredClone(given.stated);
    for (const change of changes) tamper(stated, change);
    const harm = findHarm(stated, request, limits);
    const options = { ...limits, expect: request, owner: owner.address };
    const isSigned = await signOperation(stated as unknown as Transfer, owner, options).then(
      () => true,
      () => false,
    );
    if (harm.length === 0) counts.harmless++;
    counts[isSigned ? "signed" : "rejected"]++;
    if (isSigned && harm.length > 0) broken.push({ harm, stated, request, limits });
  });
  await fc.assert(property, { numRuns: runs, seed: chooseSeed() });
  return { ...counts, broken };
}

/** The problems of honest operations: there are none. */
export function checkHonest(runs: number): unknown[] {
  const refused: unknown[] = [];
  const property = fc.property(honest, ({ request, stated, limits }) => {
    const problems = checkOperation(stated as unknown as PreparedBatch, {
      ...limits,
      expect: request,
    });
    if (problems.length > 0)
      refused.push({ request, stated, problems: problems.map(({ message }) => message) });
    if (findHarm(stated, request, limits).length > 0)
      refused.push({ harm: findHarm(stated, request, limits), stated, request });
  });
  fc.assert(property, { numRuns: runs, seed: chooseSeed() });
  return refused;
}
