import { expect } from "vitest";
import type { IntentEntry } from "../../../src/intents/index.js";
import type { DecisionReceipt, OutcomeReceipt } from "../../../src/receipts/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { inWorld } from "../../sandbox/open-sandbox.js";
import type { Payment } from "./chaos-settings.js";

/** What each system says after the run. */
export interface Books {
  readonly sandbox: Sandbox;
  readonly payments: readonly Payment[];
  readonly wallet: string;
  readonly receiver: string;
  readonly usdc: string;
  /** In units of USDC: what the wallet had, and the gas of each operation. */
  readonly funded: bigint;
  readonly entries: readonly IntentEntry[];
  /** Of all chains of receipts. */
  readonly receipts: readonly (DecisionReceipt | OutcomeReceipt)[];
  /** What counts in the store of the policy, in units of 10^-36 of a token. */
  readonly reserved: readonly bigint[];
  /** How many processes were killed: each can have left an amount without a receipt. */
  readonly kills: number;
  /** By order, in units of USDC: what the receiver of webhooks has credited. */
  readonly credits: readonly (readonly [order: string, units: bigint])[];
  readonly deposits: readonly string[];
}

const toUnits = (amount: unknown): bigint => {
  const [whole, part = ""] = String(amount).split(".");
  return BigInt(`${whole}${part.padEnd(6, "0")}`);
};

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

/** The operations of each intent that the service has executed. */
const listExecuted = (sandbox: Sandbox) =>
  inWorld(sandbox, ({ operations }) => {
    const hashes = new Map<string, string[]>();
    for (const { hash, state, metadata } of Object.values(operations)) {
      const intent = (metadata as { intent?: string } | undefined)?.intent;
      if (state !== "executed" || intent === undefined) continue;
      hashes.set(intent, [...(hashes.get(intent) ?? []), hash]);
    }
    return hashes;
  });

/** Asserts that no payment was made twice, and none that must not be made. Holds at any time. */
export function assertNoneTwice({ sandbox, payments }: Pick<Books, "sandbox" | "payments">): void {
  const executed = listExecuted(sandbox);
  for (const { intent, forged } of payments) {
    const times = executed.get(intent)?.length ?? 0;
    expect([intent, forged, times <= (forged ? 0 : 1)]).toEqual([intent, forged, true]);
  }
}

/** Asserts that all systems agree to the last digit, when everything is settled. */
export function compareBooks(books: Books): void {
  const { sandbox, payments, wallet, receiver, usdc, funded, entries, receipts, credits } = books;
  const executed = listExecuted(sandbox);
  const due = payments.filter(({ forged }) => !forged);
  expect([...executed.keys()].sort()).toEqual(due.map(({ intent }) => intent).sort());
  for (const [intent, hashes] of executed) expect([intent, hashes.length]).toEqual([intent, 1]);

  // The webhooks: each deposit was credited once.
  expect(credits.map(([order]) => order).sort()).toEqual([...books.deposits].sort());

  // The ledger: nothing but the payments, their gas and the deposits has moved.
  const transfers = due.filter(({ kind }) => kind === "transfer");
  const swaps = due.filter(({ kind }) => kind === "swap");
  const paid = sum(transfers.map(({ request }) => toUnits(request["amount"])));
  const swapped = sum(swaps.map(({ request }) => toUnits(request["amountIn"])));
  const credited = sum(credits.map(([, units]) => units));
  const gas = sum(
    inWorld(sandbox, ({ operations }) =>
      Object.values(operations)
        .filter(({ state }) => state === "executed")
        .flatMap(({ bookings }) => bookings)
        .filter(({ to }) => to === "gas")
        .map(({ units }) => units),
    ),
  );
  const held = (account: string) =>
    inWorld(sandbox, ({ ledger }) => ledger[account.toLowerCase()]?.[`137:${usdc}`] ?? 0n);
  expect(held(receiver)).toBe(paid);
  expect(held(wallet)).toBe(funded + credited - paid - swapped - gas);

  // The journal: each is done, by the operation that was executed.
  for (const { intent } of due) {
    const { state, userOperationHash } = entries.find((entry) => entry.intent === intent) ?? {};
    expect([intent, state, userOperationHash]).toEqual([intent, "done", executed.get(intent)?.[0]]);
  }

  // The receipts: what was executed was decided, and nothing that is forged was signed.
  const decisions = receipts.filter((each): each is DecisionReceipt => each.kind === "decision");
  const signed = decisions.filter(({ decision }) => decision === "signed");
  const hashOf = ({ digests }: DecisionReceipt) => digests?.userOperationHash;
  for (const [intent, [hash]] of executed) {
    const found = signed.filter((each) => each.intent === intent && hashOf(each) === hash);
    expect([intent, found.length > 0]).toEqual([intent, true]);
  }
  const forged = new Set(payments.filter((each) => each.forged).map(({ intent }) => intent));
  expect(signed.filter(({ intent }) => forged.has(intent ?? ""))).toEqual([]);

  // The policy: all that was signed for an executed operation counts, and at least what has left.
  // Besides, at most what was signed and never executed, or reserved by a process that was killed
  // before its receipt.
  const left = books.reserved.filter((units) => units > 0n);
  for (const [intent, [hash]] of executed) {
    const { statement } = signed.find((each) => hashOf(each) === hash) as DecisionReceipt;
    const stated = sum((statement?.leaves ?? []).map(({ amount }) => toUnits(amount)));
    const taken = inWorld(sandbox, ({ operations }) =>
      sum(
        (operations[hash as string]?.bookings ?? [])
          .filter(({ from, asset }) => from === wallet.toLowerCase() && asset === `137:${usdc}`)
          .map(({ units }) => units),
      ),
    );
    expect([intent, taken, taken <= stated]).toEqual([intent, taken, true]);
    const counted = left.indexOf(stated * 10n ** 30n);
    expect([intent, stated, counted >= 0 ? [] : left]).toEqual([intent, stated, []]);
    left.splice(counted, 1);
  }
  const unused = signed.length - executed.size + books.kills;
  expect([left, left.length <= unused]).toEqual([left, true]);
}
