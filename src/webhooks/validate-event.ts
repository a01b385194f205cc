import type { Issue } from "../errors/index.js";
import type { PingEvent, RampDepositEvent, RampEvent, RampWithdrawEvent } from "./events.js";

/** `needed`: no decision without it. `money`: refused where it is there and of another type. `plain`: reported where it is. */
type Weight = "needed" | "money" | "plain";
type Form<T> = {
  readonly [K in Exclude<keyof T, "event_type">]-?: readonly [
    "string" | "number" | "object",
    Weight,
  ];
};

const ramp: Form<RampEvent> = {
  orderId: ["string", "needed"],
  status: ["string", "needed"],
  type: ["string", "plain"],
  chainId: ["number", "plain"],
  walletAddress: ["string", "plain"],
  transactionHash: ["string", "plain"],
};

const deposit: Form<RampDepositEvent> = {
  ...ramp,
  sendFiatAmount: ["string", "money"],
  sendFiatCurrency: ["string", "money"],
  receivedCryptoAmount: ["string", "money"],
  receivedCryptoCurrency: ["string", "money"],
};

const withdraw: Form<RampWithdrawEvent> = {
  ...ramp,
  sendCryptoAmount: ["string", "money"],
  sendCryptoCurrency: ["string", "money"],
  receivedFiatAmount: ["string", "money"],
  receivedFiatCurrency: ["string", "money"],
  estimatedGasFeeAmount: ["string", "money"],
  transactionFeeAmount: ["string", "money"],
  userOpHash: ["string", "plain"],
};

const ping: Form<PingEvent> = { data: ["object", "plain"] };

const forms = new Map<unknown, Form<object>>([
  ["ramp.deposit", deposit],
  ["ramp.withdraw", withdraw],
  ["ping", ping],
]);

/** What of a known event is not as published. */
export interface EventIssues {
  /** A decision about money cannot be made on this. */
  grave: Issue[];
  /** Worth a look, and no reason to stop. */
  drift: Issue[];
}

export function validateEvent(event: Readonly<Record<string, unknown>>): EventIssues {
  const misfits: EventIssues = { grave: [], drift: [] };
  const own = (field: string) => (Object.hasOwn(event, field) ? event[field] : undefined);
  const word = own("event_type");
  if (typeof word !== "string") misfits.drift.push(issue("event_type", "string", word));
  for (const [field, [type, weight]] of Object.entries<Form<Record<string, unknown>>[string]>(
    forms.get(word) ?? {},
  )) {
    const value = own(field);
    const isNone = value === undefined || value === null || value === "";
    const fits = isNone ? weight !== "needed" : typeOf(value) === type;
    if (!fits) misfits[weight === "plain" ? "drift" : "grave"].push(issue(field, type, value));
  }
  return misfits;
}

function typeOf(value: unknown): string {
  if (value === "") return "an empty string";
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Names types only: values are whose they are. */
function issue(field: string, expected: string, value: unknown): Issue {
  const received = typeOf(value);
  return {
    path: [field],
    expected,
    received,
    code: "invalid_type",
    message: `${field}: expected ${expected}, got ${received}`,
  };
}
