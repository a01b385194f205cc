import type { EndpointName } from "../../contract/endpoints.js";
import { trimEnd } from "../../shared/trim-end.js";

/** A value that provokes a failure, such as a test card number. */
export interface ReservedInput {
  readonly operation: EndpointName;
  readonly field: string;
  /** Equal values, too: `06.6600010` and `failed`. */
  readonly value: string | number;
  readonly effect: string;
}

/** The reserved inputs. docs/sandbox.md lists them, and a test compares it. */
// biome-ignore format: a table
export const reservedInputs = {
  noRoute: swap("6.660001", "The quote fails: `SWAP_QUOTE` (500)."),
  revertedQuote: swap("6.660002", "Every quote has a `revertReason`, and nothing to sign."),
  rejectedExecution: swap("6.660003", "`operations.execute` fails: `EXECUTE_USER_OP` (400)."),
  failedSwap: swap("6.660004", "The swap is accepted and ends `FAILED`."),
  unfinishedSwap: swap("6.660005", "The swap stays `PROCESSING`, or `ON_BRIDGE` across chains."),
  noDepositQuote: deposit(666.61, "The quote fails: `FAILED_TO_GET_FIAT_QUOTE` (500)."),
  noDepositOrder: deposit(666.62, "The order fails: `FAILED_TO_CREATE_FIAT_DEPOSIT` (500)."),
  expiredDepositQuote: deposit(666.63, "The order fails: `FIAT_QUOTE_EXPIRED` (400)."),
  failedDeposit: deposit(666.64, "The order is accepted and fails: webhook with `FAILED`."),
  unfinishedDeposit: deposit(666.65, "The order is accepted, and the deposit never arrives."),
  noWithdrawalQuote: withdrawal("6.660001", "The quote fails: `FAILED_TO_GET_FIAT_QUOTE` (500)."),
  noWithdrawalOrder: withdrawal("6.660002", "The order fails: `FAILED_TO_CREATE_FIAT_WITHDRAW` (500)."),
  expiredWithdrawalQuote: withdrawal("6.660003", "The order fails: `FIAT_QUOTE_EXPIRED` (400)."),
  failedWithdrawal: withdrawal("6.660004", "The operation is accepted and ends `FAILED`."),
  unfinishedWithdrawal: withdrawal("6.660005", "The operation stays `PROCESSING`."),
  failedPerson: person("FAILED", "The session ends `FAILED` with a `failureReason`."),
  unfinishedPerson: person("VERIFYING", "The session stays `VERIFYING`."),
  failedBusiness: business("FAILED", "The session ends `FAILED`."),
  unfinishedBusiness: business("VERIFYING", "The session stays `VERIFYING`."),
} as const;

export type ReservedName = keyof typeof reservedInputs;

export function isReserved(name: ReservedName, input: unknown): boolean {
  return normalize(input) === normalize(reservedInputs[name].value);
}

export function findReserved(
  operation: "fiat.quoteDeposit" | "fiat.quoteWithdrawal",
  amount: string | number,
): ReservedName | null {
  const names = Object.keys(reservedInputs) as ReservedName[];
  const isMatch = (name: ReservedName) =>
    reservedInputs[name].operation === operation && isReserved(name, amount);
  return names.find(isMatch) ?? null;
}

/** Amounts are compared as text: a conversion to a number would round. */
function normalize(input: unknown): string {
  const text = String(input).trim().toUpperCase();
  if (!/^\d+\.\d+$/.test(text)) return text;
  return trimEnd(trimEnd(text.replace(/^0+(?=\d)/, ""), "0"), ".");
}

function swap(value: string, effect: string): ReservedInput {
  return { operation: "swap.quote", field: "amountIn", value, effect };
}

function deposit(value: number, effect: string): ReservedInput {
  return { operation: "fiat.quoteDeposit", field: "amountToSendInFiatCurrency", value, effect };
}

function withdrawal(value: string, effect: string): ReservedInput {
  const field = "amountToSendInCryptoCurrency";
  return { operation: "fiat.quoteWithdrawal", field, value, effect };
}

function person(value: string, effect: string): ReservedInput {
  return { operation: "kyc.individual.standard.create", field: "lastName", value, effect };
}

function business(value: string, effect: string): ReservedInput {
  return { operation: "kyc.business.standard.create", field: "legalName", value, effect };
}
