// Shows how the payments of a file become batches, each with an intent. All programs here use it.

import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type Payment, readPayments } from "./payments.mjs";

export interface Batch {
  /** The same one in every run, so that `once` finds what was paid before. */
  readonly intent: string;
  readonly payments: readonly Payment[];
}

export interface Plan {
  /** The SHA-256 of the file and the size of a batch. */
  readonly digest: string;
  readonly payments: readonly Payment[];
  readonly batches: readonly Batch[];
}

export async function readPlan(file: string, batchSize: number): Promise<Plan> {
  const csv = await readFile(file, "utf8");
  const payments = readPayments(csv);
  const digest = createHash("sha256").update(`${batchSize}\n${csv}`).digest("hex");
  const batches = Array.from({ length: Math.ceil(payments.length / batchSize) }, (_, i) => ({
    intent: `payouts ${digest.slice(0, 16)} batch ${i + 1}`,
    payments: payments.slice(i * batchSize, (i + 1) * batchSize),
  }));
  return { digest, payments, batches };
}

/** A changed file would be divided into other batches, and could pay a receiver twice. */
export async function assertUnchanged(file: string, { digest }: Plan): Promise<void> {
  const planFile = `${file}.plan`;
  const stored = await readFile(planFile, "utf8").catch(async () => {
    await writeFile(`${planFile}.new`, digest);
    await rename(`${planFile}.new`, planFile);
    return digest;
  });
  if (stored !== digest)
    throw new Error(`${file} has changed since it was started. Put new payments in a new file.`);
}
