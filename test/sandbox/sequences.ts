import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client.js";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import {
  isApiError,
  isExecutable,
  type LendingQuoteRequest,
  type SwapQuoteRequest,
} from "../../src/index.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { drained } from "../support/drained.js";
import { chooseSeed } from "../support/random-runs.js";
import { expectConserved } from "./check-ledger.js";
import { factory, inWorld, owner, testStart, usdc, weth } from "./open-sandbox.js";
import { depositQuoteOf, type Opened, positionOf, signHash, withdrawalQuote } from "./prepare.js";
import { baseUsdc, bitcoinAddress, createSwapRequest } from "./swap/swap-requests.js";
import { validCalls } from "./valid-calls.js";

export type Step =
  | { do: "call"; name: EndpointName }
  | { do: "amount"; of: keyof typeof amounts; amount: string }
  | { do: "swap"; changes: Partial<SwapQuoteRequest>; sign: boolean }
  | { do: "cancel" }
  | { do: "advance"; milliseconds: number }
  | { do: "price"; price: string };

type SwapStep = Extract<Step, { do: "swap" }>;
type Part = "supply" | "borrow" | "repay" | "withdraw";

function lend({ client, address }: Opened, part: Part, amount: string) {
  const gas = { paymentMethod: "DEDUCT_FROM_AMOUNT", tokenAddress: usdc } as const;
  const asked: object = {
    walletAddress: address,
    provider: "LENDER_B",
    gas,
    [part]: { tokenAddress: usdc, chainId: 137, amount },
  };
  return client.lending.quote(asked as LendingQuoteRequest);
}

/** Calls with extreme but valid amounts. */
const amounts = {
  swap: ({ client, address }: Opened, amountIn: string) =>
    client.swap.quote(createSwapRequest(address, { amountIn })),
  deduct: ({ client, address }: Opened, amountIn: string) =>
    client.swap.quote(
      createSwapRequest(address, {
        amountIn,
        gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT",
        transactionFeePercent: 99.99,
      }),
    ),
  liquidity: (opened: Opened, amountIn: string) =>
    opened.client.liquidity.create({
      ...positionOf(opened),
      amountIn,
      minPrice: 0,
      maxPrice: 1e300,
    }),
  supply: (opened: Opened, amount: string) => lend(opened, "supply", amount),
  borrow: (opened: Opened, amount: string) => lend(opened, "borrow", amount),
  repay: (opened: Opened, amount: string) => lend(opened, "repay", amount),
  withdraw: (opened: Opened, amount: string) => lend(opened, "withdraw", amount),
  fiatIn: (opened: Opened, amount: string) =>
    opened.client.fiat.quoteDeposit({
      ...depositQuoteOf(opened),
      amountToSendInFiatCurrency: Math.min(Math.max(Number(amount), 0.01), 1e308),
    }),
  fiatOut: ({ client }: Opened, amount: string) =>
    client.fiat.quoteWithdrawal({ ...withdrawalQuote, amountToSendInCryptoCurrency: amount }),
};

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
const swap: fc.Arbitrary<Step> = fc
  .tuple(routes, extras, decimal, fc.boolean())
  .map(([route, extra, amountIn, isSkipped]) => {
    const changes = { ...extra, ...route, amountIn } as Partial<SwapQuoteRequest>;
    return { do: "swap", changes, sign: !isSkipped };
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: swap },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "cancel" }) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(...endpoints.map(({ name }): Step => ({ do: "call", name }))),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("amount" as const),
      of: fc.constantFrom(...(Object.keys(amounts) as (keyof typeof amounts)[])),
      amount: fc.constantFrom(
        "0",
        "0.0000001",
        "0.000000000000000001",
        "1.123456789",
        "007",
        "9".repeat(300),
        `0.${"1".repeat(300)}`,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc
      .oneof(fc.nat(8_000), fc.nat(90_000_000))
      .map((milliseconds): Step => ({ do: "advance", milliseconds })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 9_000 })
      .map((price): Step => ({ do: "price", price: String(price) })),
  },
);
const steps = (maxLength: number) => fc.array(step, { minLength: 2, maxLength });

/** A client that records status, trace id and text of every response. */
function recordResponses(sandbox: Sandbox) {
  const responses: string[] = [];
  const fetch = async (request: Request) => {
    const response = await sandbox.fetch(request);
    responses.push(
      `${response.status} ${response.headers.get("trace-id")} ${await response.clone().text()}`,
    );
    return response;
  };
  const { baseUrl, apiKey } = sandbox;
  const onDrift = (drift: unknown) => responses.push(`500 drift ${JSON.stringify(drift)}`);
  const client = createClient({
    baseUrl,
    apiKey,
    fetch,
    validation: "strict",
    onDrift,
    retry: false,
    logLevel: "off",
  });
  return { responses, client };
}

/** Registers the wallet if necessary, and funds it. */
export async function openRecordedWallet(sandbox: Sandbox) {
  const { responses, client } = recordResponses(sandbox);
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const address = wallet.walletAddress;
  sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "1000000" });
  sandbox.fund({ account: address, chainId: 137, token: weth, amount: "400" });
  const execute: Opened["execute"] = async (userOperationHash) => {
    await client.operations.execute({
      userOperationHash,
      signature: await signHash(userOperationHash),
    });
    sandbox.advance(60_000);
    const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
    return items[0] as (typeof items)[number];
  };
  const opened: Opened = {
    sandbox,
    client,
    // `responses` has each drift.
    failOnDrift() {},
    address,
    execute,
    held: () => Promise.reject(new TypeError("not needed here")),
  };
  return { opened, responses };
}

/** Quotes a swap or a limit order, and executes it if it can be. */
async function executeSwap({ client, address }: Opened, { changes, sign }: SwapStep) {
  const request = { ...createSwapRequest(address), ...changes } as SwapQuoteRequest;
  const quote = (await client.swap.quote(request)).quotes.find(isExecutable);
  if (!quote || !sign) return;
  const { userOperationHash } = quote;
  const signature = await signHash(userOperationHash);
  await client.operations.execute({ userOperationHash, signature });
}

/** Cancels the first limit order. */
async function cancelOrder({ client, sandbox }: Opened) {
  const id = inWorld(sandbox, ({ orders }) => Object.keys(orders)[0]) ?? "tx_nobody";
  const { signData } = await client.swap.prepareCancellation(id);
  const signature = await owner.signTypedData(signData[0]?.typedData as never);
  await client.swap.cancelLimitOrder(id, { signature });
}

/** Runs all steps and returns every response, including errors below 500. */
export async function runSteps(
  sandbox: Sandbox,
  chosen: readonly Step[],
  after: (sandbox: Sandbox) => void = () => {},
): Promise<string[]> {
  const { opened, responses } = await openRecordedWallet(sandbox);
  sandbox.configure({ treasury: "0x7777777777777777777777777777777777777777" });
  for (const one of chosen) {
    try {
      if (one.do === "advance") sandbox.advance(one.milliseconds);
      else if (one.do === "price")
        sandbox.setPrice({ chainId: 137, token: weth, price: one.price });
      else if (one.do === "amount") await amounts[one.of](opened, one.amount);
      else if (one.do === "swap") await executeSwap(opened, one);
      else if (one.do === "cancel") await cancelOrder(opened);
      else await (await validCalls[one.name](opened))();
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
    }
    after(sandbox);
  }
  return responses;
}

/** Registers the tests. The first one has this number of random sequences, the others fewer. */
export function testSequences(runs: number): void {
  describe("any sequence of valid calls to all operations", () => {
    test("never returns a 500, matches the contract and conserves value", async () => {
      const property = fc.asyncProperty(steps(16), async (chosen) => {
        const sandbox = createSandbox({ now: testStart });
        const responses = await runSteps(sandbox, chosen, expectConserved);
        expect(responses.filter((response) => response.startsWith("500"))).toEqual([]);
        sandbox.advance(86_400_000);
        expectConserved(sandbox);
      });
      await fc.assert(property, { numRuns: runs, seed: chooseSeed() });
    });

    test("returns the same responses and traces for the same seed and calls", async () => {
      const property = fc.asyncProperty(steps(8), fc.string(), async (chosen, seed) => {
        expect(await runSteps(createSandbox({ seed, now: testStart }), chosen)).toEqual(
          await runSteps(createSandbox({ seed, now: testStart }), chosen),
        );
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / 4), seed: chooseSeed() });
    });

    test("continues a restored snapshot in the same way, also in another sandbox", async () => {
      const property = fc.asyncProperty(steps(6), steps(6), async (first, second) => {
        const sandbox = createSandbox({ now: testStart });
        await runSteps(sandbox, first);
        const snapshot = sandbox.snapshot();
        const expected = await runSteps(sandbox, second);
        sandbox.restore(snapshot);
        expect(await runSteps(sandbox, second)).toEqual(expected);
        // Later calls have not changed the snapshot.
        const other = createSandbox({ now: testStart });
        other.restore(snapshot);
        expect(await runSteps(other, second)).toEqual(expected);
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / 5), seed: chooseSeed() });
    });

    test("behaves like a new sandbox after a reset", async () => {
      const property = fc.asyncProperty(steps(6), steps(6), async (first, second) => {
        const used = createSandbox({ now: testStart });
        await runSteps(used, first);
        used.reset();
        expect(await drained(used)).toEqual([]);
        expect(await runSteps(used, second)).toEqual(
          await runSteps(createSandbox({ now: testStart }), second),
        );
      });
      await fc.assert(property, { numRuns: Math.ceil(runs / 5), seed: chooseSeed() });
    });
  });
}
