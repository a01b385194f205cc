import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isApiError, isExecutable, type SwapQuoteRequest } from "../../../src/index.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { setMarketPrice } from "../../../src/sandbox/operations/settle-limit-orders.js";
import { chooseSeed } from "../../support/random-runs.js";
import { expectConserved } from "../check-ledger.js";
import { inWorld, openWallet, owner, usdc, weth } from "../open-sandbox.js";
import { baseUsdc, bitcoinAddress, createSwapRequest } from "../swap/swap-requests.js";

type Action =
  | { do: "swap"; changes: Partial<SwapQuoteRequest>; sign: boolean }
  | { do: "cancel" }
  | { do: "advance"; milliseconds: number }
  | { do: "price"; price: string };

const routes = fc.constantFrom<Partial<SwapQuoteRequest>>(
  {},
  { tokenIn: weth, tokenOut: usdc },
  { chainIdOut: 8453, tokenOut: baseUsdc },
  { chainIdOut: 0, tokenOut: "btc", toAddress: bitcoinAddress },
  {
    tokenIn: weth,
    tokenOut: usdc,
    payGasFeeToken: weth,
    gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
  },
);
const decimal = fc
  .tuple(fc.nat(12_000), fc.nat(999_999))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(6, "0")}`);
const extras = fc.record(
  {
    routeProfile: fc.constantFrom("QUICKEST_QUOTE", "FASTEST_BRIDGE", "BEST_OUTPUT"),
    gasFeePaymentMethod: fc.constantFrom("ADD_TO_AMOUNT", "DEDUCT_FROM_AMOUNT"),
    transactionFeePercent: fc.double({ min: 0, max: 99.99, noNaN: true }),
    slippage: fc.double({ min: 0.5, max: 99, noNaN: true }),
    extraFee: fc.record({
      percentage: fc.double({ min: 0, max: 100, noNaN: true }),
      toAddress: fc.constant("0x8888888888888888888888888888888888888888" as const),
    }),
    minAmountOut: decimal,
  },
  { requiredKeys: [] },
);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("swap" as const),
      changes: fc
        .tuple(routes, extras, decimal)
        .map(
          ([route, extra, amountIn]) =>
            ({ ...extra, ...route, amountIn }) as Partial<SwapQuoteRequest>,
        ),
      sign: fc.boolean().map((no) => !no),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ do: "cancel" }) },
  {
    weight: 3,
    arbitrary: fc.nat(8_000).map((milliseconds): Action => ({ do: "advance", milliseconds })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 9_000 })
      .map((price): Action => ({ do: "price", price: String(price) })),
  },
);

/** Runs all actions and returns every response as text. */
async function runActions(
  actions: readonly Action[],
  after: (sandbox: Sandbox) => void = () => {},
): Promise<string[]> {
  const { sandbox, client, address } = await openWallet({ seed: "value" });
  sandbox.configure({ treasury: "0x7777777777777777777777777777777777777777" });
  const responses: string[] = [];
  const record = async (call: PromiseLike<unknown>) => {
    try {
      responses.push(JSON.stringify(await call));
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
      responses.push(`${error.status} ${error.id} ${error.traceId}`);
    }
  };
  for (const step of actions) {
    if (step.do === "advance") sandbox.advance(step.milliseconds);
    else if (step.do === "price")
      inWorld(sandbox, (world) => setMarketPrice(world, 137, weth, step.price));
    else if (step.do === "cancel") {
      const id = inWorld(sandbox, (world) => Object.keys(world.orders)[0]) ?? "tx_nobody";
      const prepared = client.swap.prepareCancellation(id);
      await record(prepared);
      const typedData = await prepared.then(
        ({ signData }) => signData[0]?.typedData,
        () => undefined,
      );
      if (typedData)
        await record(
          client.swap.cancelLimitOrder(id, {
            signature: await owner.signTypedData(typedData as never),
          }),
        );
    } else {
      const pending = client.swap.quote({
        ...createSwapRequest(address),
        ...step.changes,
      } as SwapQuoteRequest);
      await record(pending);
      const quote = (await pending).quotes.find(isExecutable);
      if (!quote || !step.sign) continue;
      const { userOperationHash } = quote;
      const signature = await owner.signMessage({ message: { raw: userOperationHash } });
      await record(client.operations.execute({ userOperationHash, signature }));
    }
    after(sandbox);
  }
  sandbox.advance(86_400_000);
  after(sandbox);
  responses.push(JSON.stringify(await client.wallets.history(address).firstPage()));
  return responses;
}

/** Registers the tests. The first one has this number of random sequences, the other a third. */
export function testValue(runs: number): void {
  describe("any sequence of swaps, orders, executions and cancellations", () => {
    test("conserves value, keeps balances non-negative and never returns a 500", async () => {
      const property = fc.asyncProperty(
        fc.array(action, { minLength: 3, maxLength: 14 }),
        async (actions) => {
          await runActions(actions, expectConserved);
        },
      );
      await fc.assert(property, { numRuns: runs, seed: chooseSeed() });
    });

    test("returns the same responses for the same seed and calls, byte for byte", async () => {
      const property = fc.asyncProperty(
        fc.array(action, { minLength: 2, maxLength: 8 }),
        async (actions) => {
          expect(await runActions(actions)).toEqual(await runActions(actions));
        },
      );
      await fc.assert(property, { numRuns: Math.ceil(runs / 3), seed: chooseSeed() });
    });
  });
}
