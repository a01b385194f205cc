import fc from "fast-check";
import type { Address } from "viem";
import { expect, test } from "vitest";
import { readSettlement } from "../../../src/signing/index.js";
import { chooseSeed } from "../../support/random-runs.js";
import {
  coin,
  createNode,
  end,
  entryPoint06,
  entryPoint07,
  entryPoint08,
  hashOf,
  paymaster,
  type RawLog,
  receiver,
  router,
  start,
  stranger,
  transfer,
  usd,
  wallet,
} from "./receipts.js";

interface Move {
  token: Address;
  from: Address;
  to: Address;
  amount: bigint;
}
interface Operation {
  sender: Address;
  moves: Move[];
  /** A bundle of another EntryPoint that the operation executes. */
  inner: Move[] | undefined;
}
interface Bundle {
  entryPoint: Address;
  charges: bigint[];
  operations: Operation[];
  /** Transfers of others after it. */
  after: Move[];
}

const party = fc.constantFrom(wallet, receiver, stranger, router);
const move: fc.Arbitrary<Move> = fc.record({
  token: fc.constantFrom(usd, coin),
  from: party,
  to: party,
  amount: fc.bigInt({ min: 0n, max: 5n }),
});
const moves = fc.array(move, { maxLength: 3 });
const operation: fc.Arbitrary<Operation> = fc.record({
  sender: fc.constantFrom(wallet, stranger),
  moves,
  inner: fc.option(moves, { nil: undefined }),
});
const bundle: fc.Arbitrary<Bundle> = fc.record({
  entryPoint: fc.constantFrom(entryPoint06, entryPoint07, entryPoint08),
  charges: fc.array(fc.bigInt({ min: 1n, max: 5n }), { maxLength: 2 }),
  operations: fc.array(operation, { minLength: 1, maxLength: 3 }),
  // One of the wallet would look like a charge of the next bundle.
  after: moves.map((list) => list.filter(({ from }) => from !== wallet)),
});

const log = ({ token, from, to, amount }: Move) => transfer(token, from, to, amount);
const hashes = [..."0123456789abcdef"].map(hashOf);

/** The logs of a transaction, and what each operation of the wallet did. */
function execute(bundles: readonly Bundle[]) {
  const logs: RawLog[] = [];
  const executed: { hash: `0x${string}`; moves: Move[]; isOnly: boolean; isCharged: boolean }[] =
    [];
  let count = 0;
  for (const { entryPoint, charges, operations, after } of bundles) {
    const charged = charges.map((amount) => ({ token: usd, from: wallet, to: paymaster, amount }));
    logs.push(...charged.map(log), start(entryPoint));
    const isOnly = operations.filter(({ sender }) => sender === wallet).length === 1;
    for (const { sender, moves: own, inner = [] } of operations) {
      const other = entryPoint === entryPoint06 ? entryPoint07 : entryPoint06;
      const nested = [
        start(other),
        ...inner.map(log),
        end({ hash: `0x${"12".repeat(32)}`, entryPoint: other }),
      ];
      const hash = hashes[count] as `0x${string}`;
      count++;
      logs.push(...own.map(log), ...nested, end({ hash, sender, entryPoint }));
      if (sender !== wallet) continue;
      const all = [...own, ...inner, ...(isOnly ? charged : [])];
      executed.push({ hash, moves: all, isOnly, isCharged: charged.length > 0 });
    }
    logs.push(...after.map(log));
  }
  return { logs, executed };
}

test("each operation of random bundles has its own changes", async () => {
  const seen = { only: 0, shared: 0, charged: 0 };
  const property = fc.asyncProperty(
    fc.array(bundle, { minLength: 1, maxLength: 3 }),
    async (all) => {
      const { logs, executed } = execute(all);
      for (const { hash, moves: expected, isOnly, isCharged } of executed) {
        seen[isOnly ? "only" : "shared"]++;
        if (isCharged) seen.charged++;
        const { changes } = await readSettlement(createNode({ logs }), {
          chainId: 137,
          transactionHash: hashOf("9"),
          userOperationHash: hash,
          accounts: [wallet, receiver],
        });
        for (const account of [wallet, receiver])
          for (const token of [usd, coin]) {
            const sum = (side: "from" | "to") =>
              expected
                .filter((each) => each.token === token && each[side] === account)
                .reduce((total, { amount }) => total + amount, 0n);
            const found = changes.find((each) => each.token === token && each.account === account);
            const isExact = isOnly || !isCharged || token !== usd || account !== wallet;
            expect(found?.amount ?? 0n).toBe(sum("to") - sum("from"));
            expect(found?.exact ?? true).toBe(isExact);
          }
      }
    },
  );
  await fc.assert(property, { seed: chooseSeed(), numRuns: 150 });
  // Proves that the test covers all.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
