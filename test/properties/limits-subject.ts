import { privateKeyToAccount } from "viem/accounts";
import { expect, onTestFinished, vi } from "vitest";
import {
  createMandate,
  createMemoryPolicyStore,
  createSigningPolicy,
  type PolicyLimit,
  type PolicyStore,
  type SigningPolicy,
  signMandate,
} from "../../src/policy/index.js";
import { redisPolicyStore } from "../../src/stores/index.js";
import { BranchCounter } from "./branches.js";
import {
  bookOf,
  createOperation,
  createPause,
  createWorld,
  refill,
  type World,
} from "./limits-cases.js";
import { Ledger, type Operation, type Verdict } from "./limits-judge.js";
import { createRandom, type Random } from "./random.js";

const approver = privateKeyToAccount(`0x${"5a".repeat(32)}`);
const other = privateKeyToAccount(`0x${"6b".repeat(32)}`);

/** A Redis in memory, with what the scripts of the store do. */
function createRedis() {
  const hashes = new Map<string, Map<string, string>>();
  const texts = new Map<string, string>();
  const run = (script: string, key: string, args: readonly string[]): unknown => {
    const hash = hashes.get(key) ?? new Map<string, string>();
    hashes.set(key, hash);
    const now = Date.now();
    if (script.includes("HGETALL")) {
      for (const [id, value] of hash)
        if (id !== "last" && Number(value.split(":")[1]) <= now) hash.delete(id);
      return [hash.get("last") ?? "", ...[...hash].flatMap(([id, v]) => (id === "last" ? [] : v))];
    }
    if (script.includes("HSET")) {
      const [mark = "", id = "", version, amount, milliseconds] = args;
      if ((hash.get("last") ?? "") !== mark) return 0;
      hash.set("last", id).set(id, `${version}:${now + Number(milliseconds)}:${amount}`);
      return 1;
    }
    const [first = ""] = args;
    if (script.includes("HDEL")) return Number(hash.delete(first));
    if (script.includes("NX")) return texts.has(key) ? null : texts.set(key, first) && "OK";
    if (script.includes('"DEL"')) return Number(texts.delete(key));
    return texts.get(key) ?? null;
  };
  return {
    eval: async (script: string, _count: number, key: string, ...args: string[]) =>
      run(script, key, args),
  };
}

function createPolicies({ rules, stores, policies }: World): SigningPolicy[] {
  const opened = stores.map((kind) => {
    const [memory, redis] = [createMemoryPolicyStore(), createRedis()];
    return (): PolicyStore => (kind === "memory" ? memory : redisPolicyStore(redis));
  });
  const limits = rules.limits.map(({ price, ...limit }) => ({
    ...limit,
    ...(price !== undefined && { price: async () => price }),
  }));
  const { chains, receivers, allowRaw, above } = rules;
  return policies.map(({ store, name }) =>
    createSigningPolicy({
      name,
      chains,
      receivers,
      limits: limits as PolicyLimit[],
      allowRaw,
      store: opened[store]?.(),
      ...(above && { approval: { above: above as never, approvers: [approver.address] } }),
    }),
  );
}

/** What the sign functions pass to a policy. */
async function toStatement(operation: Operation, name: string) {
  const { chainId, leaves, arrives, mandate, expiresAt, hasApproval, isOnce } = operation;
  const [first, second] = leaves;
  const request = {
    walletAddress: operation.wallet,
    toAddress: arrives[0]?.account,
    chainId,
    token: first?.token,
    amount: first?.amount,
    payGasFeeToken: second?.token ?? first?.token,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
  };
  const terms = mandate && { request: request as never, policy: name, ...mandate };
  const signed =
    terms &&
    (await signMandate(
      createMandate({
        request: terms.request,
        until: terms.until,
        policy: name,
        intent: terms.intent,
      }),
      terms.isApproved ? approver : other,
    ));
  return {
    parts: hasApproval ? { approval: {} } : {},
    mandate: signed,
    intent: isOnce ? mandate?.intent : undefined,
    operation: {
      chainId,
      walletAddress: operation.wallet,
      feeReceivers: operation.feeReceivers,
      isPartial: operation.isPartial,
      request,
      gas: 0n,
      statement: {
        leaves: leaves.map((each, i) => ({ ...each, why: i === 0 ? "amount" : "gas" })),
        arrives: arrives.map((each) => ({ ...each, token: first?.token, least: "0" })),
        expiresAt,
      },
    },
  } as never;
}

interface Signed {
  at: number;
  operation: Operation;
  time: number;
  release: () => Promise<void>;
  forget: () => void;
}

/** Follows one world for some steps. Returns what differs from the ledger. */
async function follow(random: Random, steps: number, counter: BranchCounter): Promise<string[]> {
  const world = createWorld(random);
  const ledger = new Ledger(world.rules);
  const policies = createPolicies(world);
  const signed: Signed[] = [];
  const differences: string[] = [];
  const { pick, chance, integer } = random;

  /** Signs some operations at once. The order of several is not known. */
  async function sign(
    at: number,
    count: number,
    branches: Set<string>,
    given?: Operation,
  ): Promise<void> {
    const book = bookOf(world, at);
    const now = Date.now();
    const operation = given ?? createOperation(random, world, ledger, at, now);
    const { name } = world.policies[at] as World["policies"][number];
    const statement = await toStatement(operation, name);
    const policy = policies[at] as SigningPolicy;
    const all = await Promise.all(Array.from({ length: count }, () => policy.reserve(statement)));
    for (const { problems, release } of all) {
      const verdict = ledger.decide(book, operation, now);
      const isSigned = problems.length === 0;
      describeVerdict(operation, verdict, isSigned, world, branches);
      const mayRefuse = verdict.reasons.length > 0 || verdict.isUnclear || count > 1;
      if (isSigned ? verdict.reasons.length > 0 : !mayRefuse) {
        const rules = problems.map((each) => each.policy?.rule);
        differences.push(JSON.stringify({ book, now, operation, verdict, rules, rules_: world }));
      }
      if (!isSigned) continue;
      signed.push({ at, operation, time: now, release, forget: ledger.sign(book, operation, now) });
    }
  }

  /** Fills a window again, often at the time at which an amount ends to count. */
  async function signAgain({ at, operation, time }: Signed, branches: Set<string>): Promise<void> {
    const again = refill(random, world, ledger, bookOf(world, at), operation);
    const end = time + (again?.hours ?? 0) * 3_600_000 + pick(-1, 0, 0, 1);
    if (chance(0.5)) vi.advanceTimersByTime(Math.max(0, end - Date.now()));
    if (Date.now() === end) branches.add("the end of a window");
    await sign(at, 1, branches, again?.create(Date.now()));
  }

  for (let i = 0; i < steps && differences.length === 0; i++) {
    const at = pick(0, 0, 1, 1, 2, 3);
    const branches = new Set<string>([...new Set(world.stores)].map((kind) => `store: ${kind}`));
    const choice = random.next();
    if (choice < 0.25) vi.advanceTimersByTime(createPause(random));
    else if (choice < 0.35) {
      const [one] = signed.splice(integer(0, Math.max(signed.length - 1, 0)), 1);
      if (one) branches.add("release");
      await one?.release();
      one?.forget();
      if (chance(0.1)) await one?.release();
    } else if (choice < 0.38) {
      const isFrozen = pick(true, false, false);
      await (isFrozen ? policies[at]?.freeze("a test") : policies[at]?.unfreeze());
      ledger.freeze(bookOf(world, at), isFrozen);
      branches.add(isFrozen ? "freeze" : "unfreeze");
    } else if (choice < 0.6 && signed.length > 0) await signAgain(pick(...signed), branches);
    else await sign(at, choice < 0.65 ? pick(2, 3, 10) : 1, branches);
    counter.add(branches);
  }
  return differences;
}

function describeVerdict(
  { leaves, mandate, isOnce }: Operation,
  { reasons, isUnclear }: Verdict,
  isSigned: boolean,
  { rules, size }: World,
  branches: Set<string>,
): void {
  branches.add(isSigned ? "signed" : "refused");
  if (isUnclear) branches.add("unclear");
  for (const reason of reasons) branches.add(`refused: ${reason}`);
  if (reasons.length === 1) branches.add(`only: ${reasons[0]}`);
  if (!isSigned) return;
  if (mandate) branches.add(isOnce ? "mandate of once" : "mandate");
  if (leaves.length > 1) branches.add("several tokens");
  if (new Set(leaves.map(({ chainId }) => chainId)).size > 1) branches.add("several chains");
  if (leaves.some(({ amount }) => (amount.split(".")[1]?.length ?? 0) > 36))
    branches.add("digits beyond the store");
  if (size > 10n ** 100n) branches.add("amounts of 10^96 units");
  if (rules.limits.some(({ price }) => price)) branches.add("a price");
  if (rules.limits.some(({ chainId }) => chainId === 8453)) branches.add("limits of two chains");
}

export const expectedBranches = [
  ...["store: memory", "store: redis", "release", "freeze", "unfreeze", "signed", "refused"],
  ...["mandate", "mandate of once", "several tokens", "several chains", "digits beyond the store"],
  ...["amounts of 10^96 units", "a price", "limits of two chains"],
  "the end of a window",
  ...["raw", "chain", "receiver", "token", "operation", "window 1", "window 2"].flatMap((each) => [
    `refused: ${each}`,
    `only: ${each}`,
  ]),
  ...["refused: frozen", "refused: mandate", "only: mandate", "refused: window 3"],
];

/** Compares the policies of some worlds with the ledger, and prints the branches. */
export async function checkLimits(seed: number, worlds: number, steps: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["performance", "Date"], now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const counter = new BranchCounter();
  const random = createRandom(seed);
  for (let i = 0; i < worlds; i++)
    expect(await follow(random, steps, counter), `seed ${seed}`).toEqual([]);
  console.info(counter.print(`seed ${seed}`));
  expect(counter.findRare(expectedBranches)).toEqual([]);
  expect(counter.percents().get("unclear") ?? 0).toBeLessThan(1);
}
