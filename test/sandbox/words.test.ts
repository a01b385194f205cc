import { expect, test } from "vitest";
import type { EndpointName } from "../../src/contract/endpoints.js";
import type { KnownWord } from "../../src/contract/records/schema.js";
import type {
  IndividualSession,
  PreparedCancellation,
  SessionDocument,
  Transaction,
} from "../../src/index.js";
import type { SandboxWords } from "../../src/sandbox/index.js";
import type { SentFeeType, SentTransactionType } from "../../src/sandbox/world/words.js";
import { collectResponses } from "./tour.js";

function wordsOf<T>() {
  return <const Words extends readonly KnownWord<T>[]>(...words: Words): readonly string[] => words;
}

const feeTypes = wordsOf<SentFeeType>()("GAS", "TRANSACTION", "EXTRA", "SERVICE");
const documents = wordsOf<SessionDocument["category"] | SandboxWords["companyDocument"]>()(
  ...(["PASSPORT", "DRIVERS_LICENSE", "IDENTITY_CARD", "COMPANY_REGISTRATION"] as const),
);
const sessionStatuses = wordsOf<IndividualSession["status"]>()(
  ...(["PENDING", "PROCESSING", "VERIFYING", "COMPLETED", "FAILED", "EXPIRED"] as const),
);

/** The words of open lists. A word that the types do not name does not compile here. */
const rows: readonly [name: EndpointName, path: string, words: readonly string[]][] = [
  [
    ...(["wallets.history", "transactions[].type"] as const),
    wordsOf<SentTransactionType>()(
      ...(["CRYPTO_DEPOSIT", "SWAP", "CROSS_SWAP", "LENDING_SUPPLY"] as const),
      ...(["LENDING_SUPPLY_BORROW", "LENDING_BORROW", "LENDING_WITHDRAW"] as const),
      ...(["LENDING_REPAY", "LENDING_REPAY_WITHDRAW", "LENDING_LIQUIDATION"] as const),
      ...(["ADD_LIQUIDITY", "REMOVE_LIQUIDITY", "REBALANCE_LIQUIDITY"] as const),
      ...(["COLLECT_LIQUIDITY_FEES", "APPROVE", "ON_RAMP", "OFF_RAMP"] as const),
      ...(["TRANSFER", "BATCH", "CUSTOM_OPERATION"] as const),
    ),
  ],
  [
    ...(["wallets.history", "transactions[].status"] as const),
    wordsOf<Transaction["status"]>()(
      ...(["PROCESSING", "ON_BRIDGE", "COMPLETED", "FAILED", "PARTIALLY_COMPLETED"] as const),
    ),
  ],
  [
    ...(["wallets.portfolio", "lendingPositions[].positionType"] as const),
    wordsOf<SandboxWords["positionType"]>()("SUPPLY", "BORROW"),
  ],
  [
    ...(["swap.quote", "quotes[].swapProvider"] as const),
    wordsOf<SandboxWords["swapProvider"]>()("ROUTER_A", "ROUTER_B", "ROUTER_C", "ORDER_BOOK"),
  ],
  ["swap.quote", "quotes[].fees[].type", feeTypes],
  ["swap.prepareCancellation", "fees[].type", feeTypes],
  [
    ...(["swap.prepareCancellation", "status"] as const),
    wordsOf<PreparedCancellation["status"]>()("PENDING_SIGNATURE"),
  ],
  ["liquidity.createWithSwap", "operation.fees[].type", feeTypes],
  ["liquidity.change", "operation.fees[].type", feeTypes],
  ["lending.quote", "fees[].type", feeTypes],
  ["kyc.individual.standard.get", "session.status", sessionStatuses],
  ["kyc.individual.standard.get", "session.document.type", documents],
  [
    ...(["kyc.individual.standard.get", "session.failureReason"] as const),
    wordsOf<SandboxWords["failureReason"]>()("DOCUMENT_UNREADABLE"),
  ],
  ["kyc.business.standard.get", "session.status", sessionStatuses],
  ["kyc.business.standard.get", "session.document.type", documents],
  ["kyc.business.standard.get", "session.document.category", documents],
  [
    ...(["kyc.financialLimits", "identityType"] as const),
    wordsOf<SandboxWords["identityType"]>()("INDIVIDUAL", "BUSINESS"),
  ],
  [
    ...(["kyc.financialLimits", "limits[].type"] as const),
    wordsOf<SandboxWords["limitType"]>()("ON_RAMP", "OFF_RAMP"),
  ],
  [
    ...(["tokens.list", "tokens[].rwaProvider"] as const),
    wordsOf<SandboxWords["rwaProvider"]>()("ISSUER_A"),
  ],
];

function valuesAt(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (value === null || value === undefined) return [];
  if (key === undefined) return [value];
  const inner = (value as Record<string, unknown>)[key.replace("[]", "")];
  return key.endsWith("[]")
    ? ((inner ?? []) as unknown[]).flatMap((item) => valuesAt(item, rest))
    : valuesAt(inner, rest);
}

test("the sandbox sends only words that the types name", async () => {
  const responses = await collectResponses();
  for (const [name, path, words] of rows) {
    const sent = (responses.get(name) ?? []).flatMap((body) => valuesAt(body, path.split(".")));
    expect([name, path, sent.length]).not.toEqual([name, path, 0]);
    expect([name, path, sent.filter((word) => !words.includes(word as string))]).toEqual([
      ...[name, path, []],
    ]);
  }
});
