import { expect } from "vitest";
import type { SigningProblem } from "../../src/index.js";
import { checkOperation } from "../../src/signing/index.js";
import { createSample, isEndless, listCodes, owner, type Sample } from "./agreement-subject.js";
import { evaluate } from "./focus-cases.js";
import { createRandom, type Random } from "./random.js";
import { multiplyAmounts, type Relation, relations, worse } from "./relations-cases.js";
import { hash, now } from "./terms-cases.js";

interface Judged {
  sample: Sample;
  codes: ReadonlySet<string>;
}

/** Samples that all relations of a file change. */
export function judgeSamples(seed: number, count: number): readonly Judged[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const { sample } = createSample(random);
    return { sample, codes: listCodes(sample) };
  });
}

type IsBroken = (before: ReadonlySet<string>, after: ReadonlySet<string>) => boolean;

/** Changes the samples, and expects that the change applies to some of them. */
function checkRelation(
  seed: number,
  judged: readonly Judged[],
  change: Relation,
  isBroken: IsBroken,
): void {
  const random: Random = createRandom(seed);
  let changed = 0;
  for (const { sample, codes } of judged) {
    const other = change(sample, random);
    if (!other) continue;
    changed++;
    const after = listCodes(other);
    if (isBroken(codes, after))
      expect.unreachable(
        JSON.stringify({ seed, before: [...codes], after: [...after], sample, other }),
      );
  }
  expect(changed, `seed ${seed}`).toBeGreaterThan(judged.length / 40);
}

const sortCodes = (codes: Iterable<string>) => [...codes].sort().join();

/** Changes samples without changing their money, and expects the same set of codes. */
export const checkEqual = (seed: number, judged: readonly Judged[], name: string): void =>
  checkRelation(
    seed,
    judged,
    relations[name] as Relation,
    (before, after) => sortCodes(before) !== sortCodes(after),
  );

/** Explained by more gas or fees, or by the rounding of fewer digits. */
const explained = ["amount_in", "minimum_out", "slippage"];
const isRefused = (codes: ReadonlySet<string>) =>
  [...codes].some((code) => !explained.includes(code));

/** Changes samples for the worse, and expects that none of them can be signed for it. */
export const checkWorse = (seed: number, judged: readonly Judged[], name: string): void =>
  checkRelation(
    seed,
    judged,
    worse[name] as Relation,
    (before, after) => isRefused(before) && !isRefused(after),
  );

/** Judged by amounts without a rounding, which depends on the digits. */
const batchCodes = [
  ...["price_loss", "high_costs", "price_unknown", "gas_above_maximum"],
  ...["chain", "token", "wallet", "receiver"],
];
const sortBatchCodes = (codes: Iterable<string>) =>
  sortCodes(new Set([...codes].filter((code) => batchCodes.includes(code))));

/** The problems of a batch of an operation and of twice the same. */
function checkBatch(samples: readonly Sample[], limits: object): readonly SigningProblem[] {
  const [{ kind, request }] = samples as [Sample];
  const batch = {
    userOperationHash: hash,
    quoteId: hash,
    authorization: null,
    expiresAt: new Date(now + 60_000).toISOString(),
    operations: samples.map(({ response }) => ({
      [kind]: { ...response, userOperationHash: null, quoteId: null },
    })),
  };
  const expected = {
    walletAddress: request.walletAddress,
    chainId: request.chainIdIn ?? request.chainId,
    operations: samples.map((sample) => ({ type: kind, params: sample.request })),
  };
  const options = { ...limits, now, expect: expected as never, owner: owner.address };
  return checkOperation(batch as never, options);
}

/** Expects that a batch of two unequal operations is judged as one of the sum of their amounts. */
export function checkBatches(seed: number, judged: readonly Judged[]): void {
  let [checked, onlyTogether] = [0, 0];
  for (const [i, { sample, codes }] of judged.entries()) {
    const [twice, whole] = [multiplyAmounts(sample, "2"), multiplyAmounts(sample, "3")];
    if (!twice || !whole || isEndless(evaluate(whole))) continue;
    checked++;
    const parts = i % 2 === 0 ? [sample, twice] : [twice, sample];
    const found = checkBatch(parts, whole.limits);
    const asOne = sortBatchCodes(listCodes(whole));
    const isLost = asOne.includes("price_loss");
    if (isLost && !codes.has("price_loss")) onlyTogether++;
    // Larger amounts may lose a smaller share.
    const asBatch = sortBatchCodes(
      found
        .filter(({ code, path }) => code !== "price_loss" || path === "operations")
        .map(({ code }) => code),
    );
    if (asBatch !== asOne)
      expect.unreachable(JSON.stringify({ seed, asBatch, asOne, sample, whole }));
  }
  expect(checked, `seed ${seed}`).toBeGreaterThan(judged.length / 3);
  // The loss of each is usual, that of both together is not.
  expect(onlyTogether, `seed ${seed}`).toBeGreaterThan(0);
}
