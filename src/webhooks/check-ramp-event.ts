import { filledWord } from "../contract/records/schema.js";
import { sameAddress } from "../contract/shared/addresses/same-address.js";
import type { ProblemSeverity } from "../errors/index.js";
import { custom, type Options, optionsOf, readOptions, required } from "../errors/options.js";
import { type DecimalNumber, isLessThan, readDecimal } from "../shared/decimal.js";
import { quoteValue } from "../shared/hide-secrets.js";
import type { RampDepositEvent, RampWithdrawEvent, WebhookEvent } from "./events.js";

/** A ramp order as your database knows it, from the time when it was created. */
export interface ExpectedRampOrder {
  /** The `id` of the order. @unverified whether events name it */
  orderId: string;
  /** The wallet that receives a deposit, or pays a withdrawal. */
  walletAddress: string;
  chainId: number;
  /** The currency that arrives: the token of a deposit, the fiat currency of a withdrawal. */
  currency: string;
  /**
   * The least amount that may arrive, above 0: a decimal string, in the unit of your events. An
   * amount in smallest units exceeds every least amount in tokens: look at a small order first.
   *
   * @unverified whole tokens or smallest units
   */
  minAmount: string;
}

/** Options of `checkRampEvent`. */
export interface CheckRampEventOptions {
  expect: ExpectedRampOrder;
}

/** What differs between an event and its order. */
export type RampProblemCode =
  /** The event is not about a ramp order. */
  | "event_type"
  /** The event is about another order. */
  | "order_id"
  | "wallet"
  | "chain"
  | "currency"
  /** Less than the least amount arrived, or the amount is missing or unreadable. */
  | "amount"
  /** The status is `FAILED`. */
  | "failed"
  /** The status is neither `COMPLETED` nor `FAILED`. Wait for a further event. */
  | "not_final";

/** A reason not to credit an event, in the form of a `SigningProblem`. */
export interface RampProblem {
  code: RampProblemCode;
  /** The field of the event. */
  path: string;
  severity: Extract<ProblemSeverity, "fatal">;
  expected: string;
  received: string;
  /** The problem in one line. It quotes the event: do not log it if wallets are personal data. */
  message: string;
}

const expectedOrder: Options<ExpectedRampOrder> = () => ({
  orderId: required(filledWord()),
  walletAddress: required(filledWord()),
  chainId: required(custom(Number.isSafeInteger, "an integer")),
  currency: required(filledWord()),
  minAmount: required(custom(isAboveZero, 'a decimal string above 0, such as "99.5"')),
});
const checkOptions: Options<CheckRampEventOptions> = () => ({
  expect: required(optionsOf(expectedOrder)),
});

const isAboveZero = (amount: unknown) => (readAmount(amount)?.units ?? 0n) > 0n;

const arrivals = {
  "ramp.deposit": ["receivedCryptoAmount", "receivedCryptoCurrency"],
  "ramp.withdraw": ["receivedFiatAmount", "receivedFiatCurrency"],
} as const satisfies Record<string, readonly (keyof RampDepositEvent | keyof RampWithdrawEvent)[]>;

/**
 * Compares an event with your order. Credit a customer only if the list is empty. The signature
 * proves that the service sent the event, but not that it is about the order you mean. Amounts are
 * compared exactly. A missing field is a problem.
 *
 * @throws ConfigurationError if a field of the order is missing or malformed.
 * @example
 * ```ts
 * import { checkRampEvent, parseWebhookEvent } from "bursar/webhooks";
 *
 * const event = parseWebhookEvent(
 *   '{"event_type":"ramp.deposit","orderId":"order_1","status":"COMPLETED","chainId":137,' +
 *     '"walletAddress":"0x1111111111111111111111111111111111111111",' +
 *     '"receivedCryptoAmount":"98.9","receivedCryptoCurrency":"USDC"}',
 * );
 * const problems = checkRampEvent(event, {
 *   expect: {
 *     orderId: "order_1",
 *     walletAddress: "0x1111111111111111111111111111111111111111",
 *     chainId: 137,
 *     currency: "USDC",
 *     minAmount: "99",
 *   },
 * });
 * console.log(problems.map(({ code }) => code)); // ["amount"]
 * ```
 */
export function checkRampEvent(event: WebhookEvent, options: CheckRampEventOptions): RampProblem[] {
  const { expect: order } = readOptions("checkRampEvent", options, checkOptions);
  const { orderId, walletAddress, chainId, currency, minAmount } = order;
  // Ignore inherited properties: a polluted prototype must not supply an amount.
  const get = (field: string) =>
    Object.hasOwn(Object(event), field) ? (event as Record<string, unknown>)[field] : undefined;
  const problems: RampProblem[] = [];
  const expect = (code: RampProblemCode, path: string, expected: string, isRight: boolean) => {
    if (isRight) return;
    const received = quoteValue(get(path), 80);
    const message = `${path}: expected ${expected}, got ${received}`;
    problems.push({ code, path, severity: "fatal", expected, received, message });
  };

  const type = get("event_type");
  const isRamp = typeof type === "string" && Object.hasOwn(arrivals, type);
  expect("event_type", "event_type", Object.keys(arrivals).join(" or "), isRamp);
  expect("order_id", "orderId", quoteValue(orderId), get("orderId") === orderId);
  const isSameWallet = sameAddress(get("walletAddress") as string | undefined, walletAddress);
  expect("wallet", "walletAddress", quoteValue(walletAddress), isSameWallet);
  expect("chain", "chainId", String(chainId), get("chainId") === chainId);
  if (isRamp) {
    const [amountField, currencyField] = arrivals[type as keyof typeof arrivals];
    expect("currency", currencyField, quoteValue(currency), get(currencyField) === currency);
    const amount = readAmount(get(amountField));
    const isEnough =
      amount !== undefined && !isLessThan(amount, readAmount(minAmount) as DecimalNumber);
    expect("amount", amountField, `at least ${minAmount}`, isEnough);
  }
  const status = get("status");
  const code = status === "FAILED" ? "failed" : "not_final";
  expect(code, "status", '"COMPLETED"', status === "COMPLETED");
  return problems;
}

/** Longer text is no amount, and takes long to read. */
const maxLength = 1_000;

function readAmount(value: unknown): DecimalNumber | undefined {
  return typeof value === "string" && value.length <= maxLength ? readDecimal(value) : undefined;
}
