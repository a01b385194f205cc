import { expect } from "vitest";
import { checkOperation } from "../../src/signing/index.js";
import { createSample, isEndless, listCodes, owner, type Sample } from "./agreement-subject.js";
import { evaluate } from "./focus-cases.js";
import { createRandom, type Random } from "./random.js";
import { double, type Relation, relations, worse } from "./relations-cases.js";
import { hash, now } from "./terms-cases.js";

/** Runs a check on random samples, and expects that it applies to some of them. */
function checkSamples(
  seed: number,
  runs: number,
  check: (sample: Sample, random: Random) => { other: unknown; isBroken: boolean } | undefined,
): void {
  const random = createRandom(seed);
  let checked = 0;
  for (let i = 0; i < runs; i++) {
    const { sample } = createSample(random);
    const found = check(sample, random);
    if (!found) continue;
    checked++;
    if (found.isBroken) expect.unreachable(JSON.stringify({ seed, sample, ...found }));
  }
  expect(checked, `seed ${seed}`).toBeGreaterThan(runs / 25);
}

const sortCodes = (codes: Iterable<string>) => [...codes].sort().join();

/** Changes samples without changing their money, and expects the same set of codes. */
export function checkRelation(name: string, seed: number, runs: number): void {
  const change = relations[name] as Relation;
  checkSamples(seed, runs, (sample, random) => {
    const other = change(sample, random);
    if (!other) return undefined;
    return { other, isBroken: sortCodes(listCodes(sample)) !== sortCodes(listCodes(other)) };
  });
}

/** More gas or fees explain why more is taken, or less is delivered. */
const explained = ["amount_in", "minimum_out"];

/** Changes samples for the worse, and expects that none of them can be signed for it. */
export function checkWorse(name: string, seed: number, runs: number): void {
  const change = worse[name] as Relation;
  const isRefused = (sample: Sample) =>
    [...listCodes(sample)].some((code) => !explained.includes(code));
  checkSamples(seed, runs, (sample, random) => {
    const other = change(sample, random);
    if (!other) return undefined;
    return { other, isBroken: isRefused(sample) && !isRefused(other) };
  });
}

/** Judged by amounts without a rounding, which depends on the digits. */
const batchCodes = [
  ...["price_loss", "high_costs", "price_unknown", "gas_above_maximum"],
  ...["chain", "token", "wallet", "receiver"],
];

/** Expects that a batch of two equal operations is judged as one of twice their amounts. */
export function checkBatches(seed: number, runs: number): void {
  checkSamples(seed, runs, (sample) => {
    const whole = double(sample);
    if (!whole || isEndless(evaluate(whole))) return undefined;
    const { kind, response, request } = sample;
    const item = { [kind]: { ...response, userOperationHash: null, quoteId: null } };
    const batch = {
      userOperationHash: hash,
      quoteId: hash,
      authorization: null,
      expiresAt: new Date(now + 60_000).toISOString(),
      operations: [item, item],
    };
    const expected = {
      walletAddress: request.walletAddress,
      chainId: request.chainIdIn ?? request.chainId,
      operations: [request, request].map((params) => ({ type: kind, params })),
    };
    const problems = checkOperation(batch as never, {
      ...whole.limits,
      now,
      expect: expected as never,
      owner: owner.address,
    });
    const [asBatch, asOne] = [problems.map(({ code }) => code), [...listCodes(whole)]].map(
      (codes) => sortCodes(new Set(codes.filter((code) => batchCodes.includes(code)))),
    );
    return { other: { whole, asBatch, asOne }, isBroken: asBatch !== asOne };
  });
}
