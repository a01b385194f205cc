import { expect, test } from "vitest";
import type { Client } from "../../src/client.js";
import type { Address } from "../../src/index.js";
import { createMemoryJournal, type Journal, once } from "../../src/intents/index.js";
import { createSandbox, demoWallet, everyFault, type Sandbox } from "../../src/sandbox/index.js";
import { pickExecutable, signOperation } from "../../src/signing/index.js";
import { drained } from "../support/drained.js";
import { moveClock } from "../support/moved-clock.js";
import { createSandboxClient, openWallet, owner, usdc } from "./open-sandbox.js";
import { createSwapRequest } from "./swap/swap-requests.js";

const receiver = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
/** Times of a client that soon gives up. */
const brief = { timeout: 500, retry: { limit: 2, baseDelay: 1, maxDelay: 1 } };

async function openFlow() {
  const { sandbox, address } = await openWallet({ now: undefined });
  return { sandbox, address, client: createSandboxClient(sandbox, brief) };
}

const problemsOf = (runs: Awaited<ReturnType<typeof everyFault>>) =>
  runs.flatMap(({ operation, fault, problem }) => (problem ? [[operation, fault, problem]] : []));

async function transfer(client: Client, address: `0x${string}`, metadata?: { intent: string }) {
  return await client.operations.transfer({
    walletAddress: address,
    toAddress: receiver,
    chainId: 137,
    token: usdc,
    amount: "5",
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    metadata,
  });
}

/** Prepares, signs and executes without a record of its own. */
async function pay(client: Client, address: `0x${string}`) {
  const { transfer: operation } = await transfer(client, address);
  const signed = await signOperation(operation, owner, { owner: owner.address });
  await client.operations.execute(signed);
}

test("a flow of once with a journal is right under every fault", async () => {
  const { sandbox, address } = await openFlow();
  const runs = await everyFault({
    sandbox,
    createState: createMemoryJournal,
    run: async (journal: Journal) => {
      // After a refusal, it signs again a minute after the expiry, by the clock of a new client.
      moveClock(300_000);
      const client = createSandboxClient(sandbox, brief);
      const options = {
        intent: "order 17",
        journal,
        walletAddress: address,
        chainId: 137,
        signer: owner,
        owner: owner.address,
        wait: { interval: 1, maxInterval: 1 },
      };
      const prepare = async (metadata: { intent: string }) =>
        (await transfer(client, address, metadata)).transfer;
      const { state } = await once(client, options, prepare);
      expect(state).toBe("done");
    },
  });
  expect(problemsOf(runs)).toEqual([]);
  expect(runs.map(({ outcome }) => outcome)).not.toContain("rejected");
  const faults = ["429", "500", "503-for-a-time", "hang", "cut-before", "cut-after", "restart"];
  for (const operation of ["operations.transfer", "operations.execute", "wallets.history"])
    expect(runs.flatMap((run) => (run.operation === operation ? [run.fault] : []))).toEqual(faults);
});

/** Swaps by `once`. `toAddress` is called for each quote. */
function swapOnce(sandbox: Sandbox, walletAddress: Address, toAddress = () => walletAddress) {
  return async (journal: Journal) => {
    moveClock(300_000);
    const client = createSandboxClient(sandbox, brief);
    const options = {
      intent: "order 17",
      journal,
      walletAddress,
      chainId: 137,
      signer: owner,
      owner: owner.address,
      wait: { interval: 1, maxInterval: 1 },
    };
    await once(client, options, async (metadata) => {
      const { quotes } = await client.swap.quote({
        ...createSwapRequest(walletAddress, { gasFeePaymentMethod: "DEDUCT_FROM_AMOUNT" }),
        toAddress: toAddress(),
        metadata,
      });
      return pickExecutable(quotes);
    });
  };
}

test("a swap whose gas is deducted, and differs per quote, is right under every fault", async () => {
  const { sandbox, address } = await openFlow();
  const run = swapOnce(sandbox, address);
  const runs = await everyFault({ sandbox, createState: createMemoryJournal, run });
  expect(problemsOf(runs)).toEqual([]);
  expect(runs.map(({ outcome }) => outcome)).not.toContain("rejected");
});

test("a swap that is quoted again for another receiver is reported", async () => {
  const { sandbox, address } = await openFlow();
  let quoted = 0;
  const run = swapOnce(sandbox, address, () => (quoted++ === 0 ? address : receiver));
  const createState = () => {
    quoted = 0;
    return createMemoryJournal();
  };
  const runs = await everyFault({ sandbox, createState, run });
  expect(problemsOf(runs)).toContainEqual([
    "swap.quote",
    "restart",
    expect.stringMatching(`^lost: .* for ${address}.*; unexpected: .* for ${receiver}`),
  ]);
});

test("the requests of createState and check get no fault, and are no part of the flow", async () => {
  const { sandbox, address, client } = await openFlow();
  const read = () => client.wallets.portfolio(address, {}, { retry: false });
  const run = () => client.tokens.chains({ retry: false });
  const runs = await everyFault({ sandbox, createState: read, run, check: read });
  expect(problemsOf(runs)).toEqual([]);
  expect(new Set(runs.map(({ operation }) => operation))).toEqual(new Set(["tokens.chains"]));
});

test("one sandbox serves one test at a time", async () => {
  const { sandbox, client } = await openFlow();
  const run = () => client.tokens.chains();
  const first = everyFault({ sandbox, run });
  await expect(everyFault({ sandbox, run })).rejects.toThrow("the sandbox is in another test");
  expect(problemsOf(await first)).toEqual([]);
  expect(problemsOf(await everyFault({ sandbox, run }))).toEqual([]);
});

test("a flow that signs again after a lost response is reported as twice", async () => {
  const { sandbox, address, client } = await openFlow();
  const runs = await everyFault({ sandbox, run: () => pay(client, address) });
  const twice = `twice: TRANSFER of ${address} on 137, 5 USDC to ${receiver}`;
  expect(problemsOf(runs)).toEqual(
    ["hang", "cut-after", "restart"].map((fault) => ["operations.execute", fault, twice]),
  );
});

test("a flow that swallows an error is reported as lost", async () => {
  const { sandbox, address, client } = await openFlow();
  const runs = await everyFault({ sandbox, run: () => pay(client, address).catch(() => {}) });
  const lost = `lost: TRANSFER of ${address} on 137, 5 USDC to ${receiver}`;
  const found = problemsOf(runs);
  // Carried out before the response was lost, and not executed again.
  expect(found).not.toContainEqual(["operations.execute", "cut-after", expect.anything()]);
  expect(found).toContainEqual(["operations.execute", "cut-before", lost]);
  expect(found).toContainEqual(["operations.execute", "500", lost]);
  expect(found).toContainEqual(["operations.execute", "503-for-a-time", lost]);
  expect(runs.map(({ outcome }) => outcome)).not.toContain("rejected");
});

test("a flow that never recovers is rejected with its error, and its payment is lost", async () => {
  const { sandbox, address, client } = await openFlow();
  const runs = await everyFault({
    sandbox,
    createState: () => ({ tried: false }),
    async run(state) {
      if (state.tried) throw new TypeError("tried before");
      state.tried = true;
      await pay(client, address);
    },
  });
  expect(runs).toContainEqual({
    operation: "operations.execute",
    fault: "500",
    outcome: "rejected",
    error: new TypeError("tried before"),
    problem: `lost: TRANSFER of ${address} on 137, 5 USDC to ${receiver}`,
  });
});

/** Orders a deposit, and credits it when its webhook arrives. */
async function openDeposit(credit: (request: Request, orderId: string) => void = () => {}) {
  const { sandbox, client } = await openFlow();
  sandbox.webhooks({
    url: "https://app.example/webhooks",
    secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
    async fetch(request) {
      const { status, orderId } = await request.json();
      if (status === "COMPLETED") credit(request, orderId);
      return new Response(null, { status: 204 });
    },
  });
  const run = async () => {
    const { depositQuote } = await client.fiat.quoteDeposit({
      paymentMethodToSend: "ACH",
      amountToSendInFiatCurrency: 100,
      receiveCryptoCurrency: "USDC",
      individualId: "ind_1",
      chainId: 137,
      walletAddress: demoWallet,
    });
    await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  };
  return { sandbox, run };
}

test("a flow is called again if the handler of its webhook was stopped", async () => {
  const { sandbox, run: order } = await openDeposit();
  const client = createSandboxClient(sandbox, { timeout: 500, retry: false });
  const calls: string[] = [];
  sandbox.webhooks({
    url: "https://app.example/others",
    secret: "whsec_plJ3nmyCDGBKInavdOK15jsl",
    async fetch() {
      calls.push("webhook");
      await client.tokens.chains();
      return new Response(null, { status: 204 });
    },
  });
  const run = async () => {
    calls.push("run");
    if (calls.length === 1) await order();
  };
  const ends: string[] = [];
  const createState = () => void calls.splice(0);
  await everyFault({ sandbox, createState, run, check: () => void ends.push(calls.join()) });
  expect(ends[0]).toMatch(/^run(?:,webhook)+$/);
  expect(ends.filter((calls) => /webhook,run/.test(calls))).not.toEqual([]);
});

test("a deposit that is ordered again is reported as twice", async () => {
  const { sandbox, run } = await openDeposit();
  const twice = `twice: deposit of 100 USD to ${demoWallet}`;
  expect(problemsOf(await everyFault({ sandbox, run }))).toEqual(
    ["hang", "cut-after", "restart"].map((fault) => ["fiat.createDeposit", fault, twice]),
  );
});

test.each([
  ["credits each delivery is reported by check", false, 1],
  ["remembers the ids of webhooks is right", true, 0],
])("a flow that %s", async (_, remembers, problems) => {
  const [seen, credited] = [new Set<string | null>(), [] as string[]];
  const { sandbox, run } = await openDeposit((request, orderId) => {
    const id = request.headers.get("svix-id");
    if (!(remembers && seen.has(id))) credited.push(orderId);
    seen.add(id);
  });
  const runs = await everyFault({
    sandbox,
    run,
    createState: () => void credited.splice(0),
    check: () => expect(new Set(credited).size).toBe(credited.length),
  });
  const duplicates = runs.filter(({ fault }) => fault === "duplicate-webhook");
  expect(duplicates).toMatchObject([{ operation: undefined, outcome: "fulfilled" }]);
  expect(problemsOf(duplicates)).toHaveLength(problems);
  expect(credited).not.toEqual([]);
});

test("the error of a flow, or of its check, without a fault is the error of the test", async () => {
  const { sandbox } = await openFlow();
  const error = new TypeError("wrong");
  const fail = () => {
    throw error;
  };
  await expect(everyFault({ sandbox, run: fail })).rejects.toBe(error);
  await expect(everyFault({ sandbox, run: () => {}, check: fail })).rejects.toBe(error);
});

test("the sandbox is as before at the end, without faults", async () => {
  const { sandbox, address, client } = await openFlow();
  const before = await client.wallets.portfolio(address);
  await everyFault({ sandbox, run: () => pay(client, address) });
  expect(await client.wallets.portfolio(address)).toEqual(before);
  expect((await client.wallets.history(address).firstPage()).items).toHaveLength(2);
  expect((await drained(sandbox)).map(({ status }) => status)).toEqual([200, 200]);
});

test.each([
  [{ run: () => {} }, /sandbox: expected the result of createSandbox/],
  [{ sandbox: { ...createSandbox() }, run: () => {} }, /sandbox: expected the result of/],
  [{ sandbox: createSandbox() }, /run: expected a function/],
  [{ sandbox: createSandbox(), run: () => {}, chek: () => {} }, /unknown option "chek"/],
])("rejects invalid options", async (options, message) => {
  await expect(everyFault(options as never)).rejects.toThrow(message);
});
