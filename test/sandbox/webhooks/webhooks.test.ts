import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import { demoWallet, type SandboxOptions } from "../../../src/sandbox/index.js";
import { createWebhookEndpoint } from "../../../src/sandbox/webhooks/webhook-endpoint.js";
import {
  createReplayGuard,
  createWebhookHandler,
  type WebhookEvent,
} from "../../../src/webhooks/index.js";
import { waitFor } from "../../support/waiting.js";
import { openSandbox, openWallet, usdc } from "../open-sandbox.js";
import { depositQuoteOf, type Opened, withdrawalQuote } from "../prepare.js";

const secret = "whsec_plJ3nmyCDGBKInavdOK15jsl";
const url = "https://app.example/webhooks";

/** A receiver that verifies every delivery, as an app does. */
function createReceiver(fail: () => boolean = () => false) {
  const events: WebhookEvent[] = [];
  const errors: unknown[] = [];
  const fetch = createWebhookHandler({
    secret,
    onEvent(event) {
      if (fail()) throw new TypeError("the receiver failed");
      events.push(event);
    },
    onError: (error) => errors.push(error),
  });
  return { events, errors, fetch };
}

async function openReceived(options: SandboxOptions = {}) {
  const opened = await openWallet(options);
  const receiver = createReceiver();
  const webhooks = opened.sandbox.webhooks({ url, secret, fetch: receiver.fetch });
  return { ...opened, ...receiver, webhooks };
}

async function orderDeposit(opened: Pick<Opened, "client" | "address">, amount = 250) {
  const { depositQuote } = await opened.client.fiat.quoteDeposit({
    ...depositQuoteOf(opened),
    amountToSendInFiatCurrency: amount,
  });
  return opened.client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
}

afterEach(() => void vi.useRealTimers());

describe("webhooks of a sandbox", () => {
  test("report a deposit when it is ordered and when it arrives", async () => {
    const { sandbox, client, address, events, errors, webhooks } = await openReceived();
    const { id, to } = await orderDeposit({ client, address });
    await webhooks.idle();
    const common = {
      event_type: "ramp.deposit",
      orderId: id,
      type: "ON_RAMP",
      chainId: 137,
      walletAddress: address,
      sendFiatAmount: "250",
      sendFiatCurrency: "USD",
      receivedCryptoAmount: to?.amount,
      receivedCryptoCurrency: "USDC",
    };
    expect(events).toEqual([{ ...common, status: "PROCESSING", transactionHash: null }]);
    sandbox.advance(60_000);
    await webhooks.idle();
    const [record] = (await client.wallets.history(address, { type: "ON_RAMP" }).firstPage()).items;
    expect(events[1]).toEqual({
      ...common,
      status: "COMPLETED",
      transactionHash: record?.transactionHash?.hash,
    });
    expect(events).toHaveLength(2);
    expect(errors).toEqual([]);
    expect(webhooks.deliveries.map(({ status }) => status)).toEqual([204, 204]);
  });

  test("report a failed deposit", async () => {
    const { sandbox, client, address, events, webhooks } = await openReceived();
    await orderDeposit({ client, address }, 666.64);
    sandbox.advance(60_000);
    await webhooks.idle();
    expect(events).toMatchObject([{ status: "PROCESSING" }, { status: "FAILED" }]);
  });

  test.each([
    ["50", "COMPLETED"],
    ["6.660004", "FAILED"],
  ])("report a withdrawal of %s, which ends %s", async (amount, status) => {
    const { client, execute, address, events, webhooks } = await openReceived();
    const { withdrawQuote } = await client.fiat.quoteWithdrawal({
      ...withdrawalQuote,
      amountToSendInCryptoCurrency: amount,
    });
    const { id, withdrawalInstructions } = await client.fiat.createWithdrawal({
      quoteId: withdrawQuote.quoteId,
      paymentMethod: withdrawalQuote.paymentMethodToReceiveDetails,
    });
    const hash = withdrawalInstructions.userOperationHash as `0x${string}`;
    await execute(hash);
    await webhooks.idle();
    const common = { event_type: "ramp.withdraw", orderId: id, type: "OFF_RAMP" };
    expect(events).toMatchObject([
      { ...common, status: "PROCESSING", userOpHash: hash, transactionHash: null },
      {
        ...common,
        status,
        walletAddress: address,
        sendCryptoAmount: amount,
        transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ]);
  });

  test("do not report what the service documents no event for", async () => {
    const { client, sandbox, address, events, webhooks } = await openReceived();
    sandbox.fund({ account: address, chainId: 137, token: usdc, amount: "5" });
    await client.wallets.portfolio(address);
    sandbox.advance(60_000);
    await webhooks.idle();
    expect(events).toEqual([]);
  });

  test("have one id at all endpoints, and another for each event", async () => {
    const opened = await openWallet();
    const endpoints = ["/a", "/b"].map((path) =>
      opened.sandbox.webhooks({ url: url + path, secret, fetch: createReceiver().fetch }),
    );
    await orderDeposit(opened);
    opened.sandbox.advance(60_000);
    const [first, second] = await Promise.all(
      endpoints.map(async (endpoint) => {
        await endpoint.idle();
        return endpoint.deliveries.map(({ id }) => id);
      }),
    );
    expect(first).toEqual(second);
    expect(new Set(first).size).toBe(2);
  });

  test("are accepted by a receiver that rejects replays and old signatures, after an advance", async () => {
    const opened = await openWallet();
    const events: WebhookEvent[] = [];
    const fetch = createWebhookHandler({
      secret,
      tolerance: 60_000,
      replays: createReplayGuard(),
      onEvent: (event) => events.push(event),
    });
    const added = [];
    for (let run = 0; run < 2; run++) {
      opened.sandbox.advance(30 * 86_400_000);
      added.push(opened.sandbox.webhooks({ url, secret, fetch }));
      await orderDeposit(opened);
    }
    await Promise.all(added.map((webhooks) => webhooks.idle()));
    // The first endpoint also gets the end of its deposit, before it is replaced.
    expect(events).toHaveLength(3);
  });

  test("arrive over the network", async () => {
    const receiver = createReceiver();
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
      const headers = Object.entries(incoming.headers) as [string, string][];
      const init = { method: "POST", headers, body: Buffer.concat(chunks) };
      const response = await receiver.fetch(new Request(url, init));
      outgoing.writeHead(response.status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { sandbox } = openSandbox();
    const { port } = server.address() as AddressInfo;
    const webhooks = sandbox.webhooks({ url: `http://127.0.0.1:${port}/`, secret });
    expect(await sandbox.trigger("ping")).toMatchObject([{ status: 204 }]);
    expect(receiver.events).toEqual([{ event_type: "ping", data: { success: true } }]);
    expect(webhooks.deliveries).toHaveLength(1);
  });

  test("are sent when they are due, without a further request, on the machine's clock", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { sandbox, client } = openSandbox({ now: undefined });
    const { events, fetch } = createReceiver();
    const webhooks = sandbox.webhooks({ url, secret, fetch });
    await orderDeposit({ client, address: demoWallet });
    for (let i = 0; i < 4; i++) await client.wallets.portfolio(demoWallet);
    await webhooks.idle();
    expect(events).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(999);
    await webhooks.idle();
    expect(events).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await webhooks.idle();
    expect(events).toMatchObject([{ status: "PROCESSING" }, { status: "COMPLETED" }]);
  });

  test("are sent after restore when they are due, on the machine's clock", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { sandbox, client } = openSandbox({ now: undefined, tick: 0 });
    await orderDeposit({ client, address: demoWallet });
    const { events, fetch } = createReceiver();
    sandbox.advance(4_900);
    const snapshot = sandbox.snapshot();
    sandbox.reset();
    const webhooks = sandbox.webhooks({ url, secret, fetch });
    sandbox.restore(snapshot);
    await vi.advanceTimersByTimeAsync(99);
    await webhooks.idle();
    expect(webhooks.deliveries).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await webhooks.idle();
    expect(events).toMatchObject([{ status: "COMPLETED" }]);
  });

  test("let fake timers end if the date does not move", async () => {
    const { sandbox, client } = openSandbox({ now: undefined });
    await orderDeposit({ client, address: demoWallet });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const date = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    try {
      const webhooks = sandbox.webhooks({ url, secret, fetch: createReceiver().fetch });
      await vi.runAllTimersAsync();
      expect(vi.getTimerCount()).toBe(0);
      webhooks.stop();
    } finally {
      date.mockRestore();
    }
  });
});

describe("a receiver that fails", () => {
  test.each<[string, (request: Request) => Promise<Response>, object]>([
    ["with a status", () => Promise.resolve(new Response("no", { status: 500 })), { status: 500 }],
    [
      "without a response",
      () => Promise.reject(new TypeError("fetch failed", { cause: new TypeError("refused") })),
      { status: undefined, error: "TypeError: fetch failed (refused)" },
    ],
  ])("%s does not affect a call, and is not asked again", async (_, fetch, delivery) => {
    const opened = await openWallet();
    const webhooks = opened.sandbox.webhooks({ url, secret, fetch });
    await orderDeposit(opened);
    await webhooks.idle();
    expect(webhooks.deliveries).toMatchObject([delivery]);
    expect(await opened.sandbox.trigger("ping")).toMatchObject([delivery]);
  });

  test("by not responding does not delay a call, and stop ends it", async () => {
    const opened = await openWallet();
    const hang = () => new Promise<Response>(() => {});
    const webhooks = opened.sandbox.webhooks({ url, secret, fetch: hang });
    await orderDeposit(opened);
    await opened.client.wallets.portfolio(opened.address);
    expect(webhooks.deliveries).toEqual([]);
    webhooks.stop();
    await webhooks.idle();
    expect(webhooks.deliveries).toMatchObject([{ error: expect.stringContaining("AbortError") }]);
  });
});

describe("an endpoint", () => {
  const send = async (opened: Awaited<ReturnType<typeof openReceived>>) => {
    await orderDeposit(opened);
    await opened.webhooks.idle();
    return opened.events.length;
  };

  test("gets nothing after stop", async () => {
    const opened = await openReceived();
    opened.webhooks.stop();
    expect(await send(opened)).toBe(0);
  });

  test("gets nothing after a reset of the sandbox", async () => {
    const opened = await openReceived();
    opened.sandbox.reset();
    await orderDeposit({ client: opened.client, address: demoWallet });
    await opened.webhooks.idle();
    expect(opened.events).toEqual([]);
  });

  test("is replaced by another one with the same URL", async () => {
    const opened = await openReceived();
    const { events, fetch } = createReceiver();
    const other = opened.sandbox.webhooks({ url, secret, fetch });
    expect(await send(opened)).toBe(0);
    await other.idle();
    expect(events).toHaveLength(1);
  });

  test("finishes its deliveries after it is replaced", async () => {
    const opened = await openWallet();
    const respond: (() => void)[] = [];
    const fetch = () =>
      new Promise<Response>((resolve) => respond.push(() => resolve(new Response())));
    const first = opened.sandbox.webhooks({ url, secret, fetch });
    await orderDeposit(opened);
    opened.sandbox.advance(60_000);
    await waitFor(() => expect(respond).toHaveLength(1));
    opened.sandbox.webhooks({ url, secret, fetch: createReceiver().fetch });
    respond[0]?.();
    await waitFor(() => expect(respond).toHaveLength(2));
    respond[1]?.();
    await first.idle();
    expect(first.deliveries).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test("stops at a reset, also after it is replaced", async () => {
    const opened = await openWallet();
    const fetch = () => new Promise<Response>(() => {});
    const first = opened.sandbox.webhooks({ url, secret, fetch });
    await orderDeposit(opened);
    opened.sandbox.webhooks({ url, secret, fetch });
    opened.sandbox.reset();
    await first.idle();
    expect(first.deliveries).toMatchObject([{ error: expect.stringContaining("AbortError") }]);
  });

  test.each<[string, (request: Request) => Promise<Response>]>([
    ["does not respond", () => new Promise<Response>(() => {})],
    [
      "has a body whose cancel stalls",
      async () => new Response(new ReadableStream({ cancel: () => new Promise(() => {}) })),
    ],
  ])("records a failure if its receiver %s in time", async (_, fetch) => {
    const endpoint = createWebhookEndpoint({ url, secret, fetch }, 20);
    for (const id of ["msg_1", "msg_2"])
      void endpoint.send(id, { event_type: "ping", data: { success: true } });
    await endpoint.idle();
    const late = { status: undefined, error: expect.stringContaining("within 20 ms") };
    expect(endpoint.deliveries).toMatchObject([late, late]);
  });

  test.each([
    [{ url: "/webhooks", secret }, /http\(s\) URL/],
    [{ url, secret: "plain" }, /secret/],
  ])("is rejected with %j", (options, message) => {
    const { sandbox } = openSandbox();
    expect(() => sandbox.webhooks(options)).toThrow(message);
  });
});

describe("trigger", () => {
  test("delivers an example of an event with the given fields", async () => {
    const { sandbox } = openSandbox();
    const { events, fetch } = createReceiver();
    sandbox.webhooks({ url, secret, fetch });
    await sandbox.trigger("ramp.deposit", { orderId: "order_7", status: "FAILED" });
    await sandbox.trigger("ramp.withdraw", { receivedFiatAmount: "7" });
    expect(events).toMatchObject([
      { event_type: "ramp.deposit", orderId: "order_7", status: "FAILED", sendFiatAmount: "100" },
      { event_type: "ramp.withdraw", status: "COMPLETED", receivedFiatAmount: "7" },
    ]);
  });

  test("rejects an unknown event, and a sandbox without an endpoint", async () => {
    const { sandbox } = openSandbox();
    await expect(sandbox.trigger("ping")).rejects.toMatchObject({
      kind: "configuration",
      hint: expect.stringContaining("sandbox.webhooks"),
    });
    await expect(sandbox.trigger("ramp.deposti" as "ping")).rejects.toMatchObject({
      kind: "configuration",
      message: 'trigger: unknown event "ramp.deposti"',
      hint: "Did you mean ramp.deposit?",
    });
  });

  test("has the fields of its event in its type", () => {
    const { sandbox } = openSandbox();
    expectTypeOf(sandbox.trigger<"ramp.deposit">)
      .parameter(1)
      .toExtend<{ sendFiatAmount?: string | null | undefined } | undefined>();
    // @ts-expect-error The field of another event.
    () => sandbox.trigger("ping", { orderId: "1" });
  });
});

describe("webhooks.redeliver", () => {
  test("sends an event again under its id, which a handler processes once", async () => {
    const opened = await openReceived();
    await orderDeposit(opened);
    opened.sandbox.advance(60_000);
    await opened.webhooks.idle();
    const [first, last] = opened.webhooks.deliveries;
    expect(opened.events).toHaveLength(2);
    expect(await opened.sandbox.webhooks.redeliver(first?.id)).toEqual([first]);
    expect(await opened.sandbox.webhooks.redeliver()).toEqual([last]);
    expect(opened.events).toHaveLength(2);
    expect(opened.webhooks.deliveries).toEqual([first, last, first, last]);
  });

  test("lets a handler that failed process the event", async () => {
    const { sandbox } = await openWallet();
    let isBroken = true;
    const { events, fetch } = createReceiver(() => isBroken);
    sandbox.webhooks({ url, secret, fetch });
    const [failed] = await sandbox.trigger("ramp.deposit");
    expect(failed?.status).toBe(500);
    isBroken = false;
    expect(await sandbox.webhooks.redeliver()).toMatchObject([{ id: failed?.id, status: 204 }]);
    expect(events).toHaveLength(1);
  });

  test("waits for the deliveries that were started before", async () => {
    const { sandbox, events } = await openReceived();
    const triggered = sandbox.trigger("ping");
    const again = await sandbox.webhooks.redeliver();
    expect(again).toEqual(await triggered);
    expect(events).toHaveLength(1);
  });

  test("sends only to the endpoints that got the event", async () => {
    const { sandbox } = await openReceived();
    const [delivery] = await sandbox.trigger("ping");
    const later = sandbox.webhooks({ url: `${url}/later`, secret, fetch: createReceiver().fetch });
    expect(await sandbox.webhooks.redeliver(delivery?.id)).toHaveLength(1);
    expect(later.deliveries).toEqual([]);
  });

  test("rejects an unknown id, and a sandbox without a delivery", async () => {
    const { sandbox } = await openReceived();
    const { redeliver } = sandbox.webhooks;
    await expect(redeliver()).rejects.toThrow("webhooks.redeliver: no event was delivered");
    await sandbox.trigger("ping");
    await expect(redeliver("msg_0")).rejects.toThrow('no event has the id "msg_0"');
    await expect((async () => redeliver(7 as never))()).rejects.toThrow(/expected a string as id/);
    sandbox.reset();
    await expect(redeliver()).rejects.toThrow("no event was delivered");
  });
});
