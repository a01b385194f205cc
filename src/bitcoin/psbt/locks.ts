import type { Transaction } from "bitcoinjs-lib";

/** How long after the spent output was mined the input can be mined (BIP 68). */
export type RelativeLock =
  | { readonly blocks: number; readonly seconds?: undefined }
  | { readonly seconds: number; readonly blocks?: undefined };

/**
 * Below 500 million, a lock time is the last block that is too early, otherwise a time in seconds.
 * It has no effect if all inputs have the final sequence number.
 */
export function formatLockTime({ locktime, ins }: Transaction): string | undefined {
  if (locktime === 0 || ins.every(({ sequence }) => sequence === 0xffffffff)) return undefined;
  return locktime < 500_000_000
    ? `block ${locktime + 1}`
    : new Date(locktime * 1_000).toISOString();
}

const [disabled, inSeconds, amountMask] = [0x8000_0000, 0x0040_0000, 0xffff];
const secondsPerUnit = 512;

/** Returns undefined if the sequence number locks nothing. Versions count as unsigned numbers. */
export function readRelativeLock(version: number, sequence: number): RelativeLock | undefined {
  const amount = sequence & amountMask;
  if (version >>> 0 < 2 || sequence & disabled || amount === 0) return undefined;
  return sequence & inSeconds ? { seconds: amount * secondsPerUnit } : { blocks: amount };
}

/** Describes the longest lock in blocks, and the longest one in time. */
export function formatRelativeLocks(
  inputs: readonly { readonly index: number; readonly relativeLock?: RelativeLock | undefined }[],
): string[] {
  const lines: string[] = [];
  for (const unit of ["blocks", "seconds"] as const) {
    const amountOf = (input: (typeof inputs)[number]) => input.relativeLock?.[unit] ?? 0;
    const [longest] = [...inputs].sort((a, b) => amountOf(b) - amountOf(a));
    const amount = longest ? amountOf(longest) : 0;
    if (!longest || amount === 0) continue;
    const delay = unit === "blocks" ? `${amount} blocks` : `${(amount / 3_600).toFixed(1)} hours`;
    lines.push(
      `It cannot be mined before ${delay} have passed since input ${longest.index} was mined.`,
    );
  }
  return lines;
}
