// Shows how the payments of a file become batches, each with an intent. All programs here use it.

import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type Payment, readPayments } from "./payments.mjs";
import type { Settings } from "./settings.mjs";

export interface Batch {
  /** The same one in every run, so that `once` finds what was paid before. */
  readonly intent: string;
  readonly payments: readonly Payment[];
}

export interface Plan {
  /** The SHA-256 of the file, and of the settings that a run must not change. */
  readonly digest: string;
  readonly payments: readonly Payment[];
  readonly batches: readonly Batch[];
}

export async function readPlan(file: string, settings: Settings): Promise<Plan> {
  const { batchSize, walletAddress, chainId, token } = settings;
  const csv = await readFile(file, "utf8");
  const payments = readPayments(csv);
  const digest = createHash("sha256")
    .update(`${[batchSize, walletAddress, chainId, token].join().toLowerCase()}\n${csv}`)
    .digest("hex");
  const batches = Array.from({ length: Math.ceil(payments.length / batchSize) }, (_, i) => ({
    intent: `payouts ${digest.slice(0, 16)} batch ${i + 1}`,
    payments: payments.slice(i * batchSize, (i + 1) * batchSize),
  }));
  return { digest, payments, batches };
}

/**
 * A changed file would be divided into other batches, and another journal does not know what was
 * sent: both could pay a receiver twice.
 */
export async function assertUnchanged(
  file: string,
  { digest }: Plan,
  journal: "file" | "database",
): Promise<void> {
  const planFile = `${file}.plan`;
  const plan = `${digest} ${journal}`;
  const stored = await readFile(planFile, "utf8").catch(async (error) => {
    if (error.code !== "ENOENT") throw error;
    await writeFile(`${planFile}.new`, plan);
    await rename(`${planFile}.new`, planFile);
    return plan;
  });
  if (stored === plan) return;
  const isSame = stored.startsWith(digest);
  throw new Error(
    isSame
      ? `${file} was started ${journal === "file" ? "with" : "without"} --workers. Go on so.`
      : `${file} or a setting has changed since it was started. Put new payments in a new file.`,
  );
}
