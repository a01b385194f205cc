// Shows how to read payments from CSV, strictly: nothing is paid if a line is invalid.
// payouts.mts uses it.

import { type Address, isAddress } from "bursar";

export interface Payment {
  readonly id: string;
  readonly receiver: Address;
  /** A decimal string, in whole tokens. */
  readonly amount: string;
}

const header = "id,receiver,amount";

/** Throws a list of every invalid line. */
export function readPayments(csv: string): Payment[] {
  const [first, ...lines] = csv.trimEnd().split(/\r?\n/);
  const problems = first === header ? [] : [`line 1: expected ${header}`];
  const ids = new Set<string>();
  const payments = lines.flatMap((line, i) => {
    const [id = "", receiver = "", amount = "", ...more] = line.split(",");
    const isNew = /^[\w-]{1,64}$/.test(id) && !ids.has(id);
    ids.add(id);
    const isAmount = /^\d{1,15}(\.\d{1,18})?$/.test(amount) && /[1-9]/.test(amount);
    if (isNew && isAddress(receiver) && isAmount && more.length === 0)
      return [{ id, receiver, amount }];
    problems.push(`line ${i + 2}: expected a new id, an address and an amount above zero`);
    return [];
  });
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n"));
  return payments;
}
