import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client.js";
import { type EndpointName, endpoints } from "../../src/contract/endpoints.js";
import { isApiError, type LendingQuoteRequest } from "../../src/index.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { refusalOf } from "./catch-api-error.js";
import { expectConserved } from "./check-ledger.js";
import { factory, openWallet, owner, usdc, weth } from "./open-sandbox.js";
import { depositQuoteOf, type Opened, positionOf, signHash, withdrawalQuote } from "./prepare.js";
import { swapOf } from "./swap/swap-requests.js";
import { validCalls } from "./valid-calls.js";

type Step =
  | { do: "call"; name: EndpointName }
  | { do: "amount"; of: keyof typeof amounts; amount: string }
  | { do: "advance"; milliseconds: number }
  | { do: "price"; price: string };

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

/** Calls that take an amount, to be made with legal amounts that nobody would choose. */
const amounts = {
  swap: ({ client, address }: Opened, amountIn: string) =>
    client.swap.quote(swapOf(address, { amountIn })),
  deduct: ({ client, address }: Opened, amountIn: string) =>
    client.swap.quote(
      swapOf(address, {
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

const step: fc.Arbitrary<Step> = fc.oneof(
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
    weight: 2,
    arbitrary: fc.nat(90_000_000).map((milliseconds): Step => ({ do: "advance", milliseconds })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1_000, max: 4_000 })
      .map((price): Step => ({ do: "price", price: String(price) })),
  },
);
const steps = (maxLength: number) => fc.array(step, { minLength: 2, maxLength });

/** A client that keeps every answer as it came: status, trace and text. */
function watch(sandbox: Sandbox) {
  const answers: string[] = [];
  const fetch = async (request: Request) => {
    const response = await sandbox.fetch(request);
    answers.push(
      `${response.status} ${response.headers.get("trace-id")} ${await response.clone().text()}`,
    );
    return response;
  };
  const { baseUrl, apiKey } = sandbox;
  const onDrift = (drift: unknown) => answers.push(`500 drift ${JSON.stringify(drift)}`);
  const client = createClient({
    baseUrl,
    apiKey,
    fetch,
    validation: "strict",
    onDrift,
    retry: false,
    logLevel: "off",
  });
  return { answers, client };
}

/** Registers and funds the wallet, where that has not been done. */
async function enter(sandbox: Sandbox) {
  const { answers, client } = watch(sandbox);
  const { wallet } = await client.wallets.ensure({
    externallyOwnedAccount: owner.address,
    factory,
  });
  const address = wallet.walletAddress;
  sandbox.fund(address, { chainId: 137, address: usdc }, "1000000");
  sandbox.fund(address, { chainId: 137, address: weth }, "400");
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
    address,
    execute,
    held: () => Promise.reject(new TypeError("not needed here")),
  };
  return { opened, answers };
}

/** Takes all steps, and hands back every answer. A refusal below 500 is an answer too. */
async function play(sandbox: Sandbox, taken: readonly Step[]): Promise<string[]> {
  const { opened, answers } = await enter(sandbox);
  for (const one of taken) {
    try {
      if (one.do === "advance") sandbox.advance(one.milliseconds);
      else if (one.do === "price") sandbox.setPrice({ chainId: 137, address: weth }, one.price);
      else if (one.do === "amount") await amounts[one.of](opened, one.amount);
      else await (await validCalls[one.name](opened))();
    } catch (error) {
      if (!isApiError(error) || error.status >= 500) throw error;
    }
  }
  return answers;
}

// A failure names its seed; the same seed and path repeat it.
describe("over any sequence of valid calls to all operations", () => {
  test("nothing is answered with a 500, every answer fits the contract, and value is conserved", async () => {
    const property = fc.asyncProperty(steps(16), async (taken) => {
      const sandbox = createSandbox();
      const answers = await play(sandbox, taken);
      expect(answers.filter((answer) => answer.startsWith("500"))).toEqual([]);
      sandbox.advance(86_400_000);
      expectConserved(sandbox);
    });
    await fc.assert(property, { numRuns: 60 });
  }, 60_000);

  test("the same seed and calls give the same answers, byte for byte and with the same traces", async () => {
    const property = fc.asyncProperty(steps(8), fc.string(), async (taken, seed) => {
      expect(await play(createSandbox({ seed }), taken)).toEqual(
        await play(createSandbox({ seed }), taken),
      );
    });
    await fc.assert(property, { numRuns: 15 });
  }, 60_000);

  test("a restored snapshot goes on as it did, here and in another sandbox", async () => {
    const property = fc.asyncProperty(steps(6), steps(6), async (first, second) => {
      const sandbox = createSandbox();
      await play(sandbox, first);
      const snapshot = sandbox.snapshot();
      const went = await play(sandbox, second);
      sandbox.restore(snapshot);
      expect(await play(sandbox, second)).toEqual(went);
      // What came after has not changed the snapshot itself.
      const other = createSandbox();
      other.restore(snapshot);
      expect(await play(other, second)).toEqual(went);
    });
    await fc.assert(property, { numRuns: 12 });
  }, 60_000);

  test("a reset sandbox is as good as new", async () => {
    const property = fc.asyncProperty(steps(6), steps(6), async (first, second) => {
      const used = createSandbox();
      await play(used, first);
      used.reset();
      expect(used.requests).toEqual([]);
      expect(await play(used, second)).toEqual(await play(createSandbox(), second));
    });
    await fc.assert(property, { numRuns: 12 });
  }, 60_000);
});

test("calls made at the same time give the same answers each time", async () => {
  const run = async () => {
    const { opened, answers } = await enter(createSandbox());
    const reads: EndpointName[] = [
      "swap.quote",
      "tokens.list",
      "wallets.portfolio",
      "liquidity.create",
      "wallets.history",
      "lending.quote",
    ];
    const calls = await Promise.all(reads.map((name) => validCalls[name](opened)));
    await Promise.all(calls.map((call) => call()));
    return answers.sort();
  };
  expect(await run()).toEqual(await run());
});

test("another seed gives other traces, and other hashes", async () => {
  const taken: Step[] = [{ do: "call", name: "swap.quote" }];
  const [one, other] = [
    await play(createSandbox({ seed: "one" }), taken),
    await play(createSandbox({ seed: "other" }), taken),
  ];
  expect(one).toHaveLength(other.length);
  expect(one.filter((answer) => other.includes(answer))).toEqual([]);
});

test("a reset takes back faults, outages, prices, the project's settings and the clock", async () => {
  const { sandbox, client, address } = await openWallet();
  sandbox.fail("tokens.list", { times: 9 });
  sandbox.outage("balances");
  sandbox.configure({ units: 0, fiat: false });
  sandbox.setPrice({ chainId: 137, address: weth }, "1");
  sandbox.advance(86_400_000);
  sandbox.reset();
  expect(sandbox.now()).toBe(createSandbox().now());
  expect((await client.tokens.list().firstPage()).items).toHaveLength(10);
  expect(await refusalOf(client.wallets.history(address).firstPage())).toMatchObject({
    status: 404,
  });
  sandbox.fund(address, { chainId: 137, address: weth }, "1");
  expect((await client.wallets.portfolio(address)).tokens).toMatchObject([
    { balance: "1000000000000000000", priceUsd: "2500" },
  ]);
  expect(
    (await client.fiat.quoteDeposit(depositQuoteOf({ address }))).depositQuote.quoteId,
  ).toBeDefined();
});

test("a snapshot does not follow what happens later, and can be restored more than once", async () => {
  const { sandbox, client, address } = await openWallet();
  const snapshot = sandbox.snapshot();
  const before = await client.wallets.portfolio(address);
  for (let round = 0; round < 2; round++) {
    sandbox.fund(address, { chainId: 137, address: usdc }, "77");
    sandbox.outage("balances");
    sandbox.configure({ units: 0 });
    sandbox.restore(snapshot);
    expect(await client.wallets.portfolio(address)).toEqual(before);
  }
});
