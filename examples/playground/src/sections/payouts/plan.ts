import type { Address } from "bursar";

/** A person to pay. */
export interface Payee {
  name: string;
  address: Address;
  /** A decimal string in USDC. */
  amount: string;
}

/** The limits of the signing policy, in USDC. */
export interface Limits {
  perPayment: string;
  perDay: string;
}

/** A payment with its intent, which is the same in every run. */
export interface Payment extends Payee {
  intent: string;
}

/** A list that was started. It stays as it is, because an intent pays one request. */
export interface Plan {
  payments: readonly Payment[];
  limits: Limits;
}

export const firstPayees: readonly Payee[] = [
  { name: "Ana", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", amount: "120" },
  { name: "Bruno", address: "0x90F79bf6EB2c4f870365E785982E1f101E93b906", amount: "75.5" },
  { name: "Carla", address: "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65", amount: "310" },
  { name: "Davi", address: "0x976EA74026E726554dB657fA54763abd0C3a0aa9", amount: "48.25" },
];

export const firstLimits: Limits = { perPayment: "500", perDay: "2000" };

/** Names each payment. `list` is the id of the list, such as a number in your database. */
export function createPlan(list: string, payees: readonly Payee[], limits: Limits): Plan {
  const payments = payees.map((payee, i) => ({
    ...payee,
    amount: payee.amount.trim(),
    intent: `payouts ${list}, payment ${i + 1}`,
  }));
  return { payments, limits };
}
