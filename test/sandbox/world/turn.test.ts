import { expect, test } from "vitest";
import { demoWallet } from "../../../src/sandbox/index.js";
import { pickExecutable, signQuote } from "../../../src/signing/index.js";
import { inFakeTime } from "../../resources/fake-time.js";
import { drained } from "../../support/drained.js";
import { openSandbox, openWallet, owner } from "../open-sandbox.js";
import { createSwapRequest } from "../swap/swap-requests.js";

test("serves parallel requests in the order of their arrival, so that later reads expire no operation", async () => {
  const { sandbox, client, address } = await openWallet();
  const request = createSwapRequest(address);
  const { quotes } = await client.swap.quote(request);
  const now = sandbox.now();
  const quote = pickExecutable(quotes, { now }) as (typeof quotes)[number];
  const signed = await signQuote(quote, owner, { expect: request, owner: owner.address, now });
  const executed = client.operations.execute(signed);
  // Each read moves a fixed clock by a second.
  await Promise.all(Array.from({ length: 200 }, () => client.wallets.portfolio(demoWallet)));
  expect(await executed).toMatchObject({ userOperationHash: signed.userOperationHash });
});

test.each([0, 50])(
  "a body that does not arrive delays no other request, with latency %i",
  async (latency) => {
    const { sandbox, client } = openSandbox({ latency });
    const stalled = new Request(`${sandbox.baseUrl}/api/v1/crypto/swap/quotes`, {
      method: "POST",
      body: new ReadableStream(),
      duplex: "half",
    } as RequestInit);
    const { items, waited } = await inFakeTime(async () => {
      const start = Date.now();
      void sandbox.fetch(stalled);
      const { items } = await client.tokens.list().firstPage();
      return { items, waited: Date.now() - start };
    });
    expect(items.length).toBeGreaterThan(0);
    // In fake time.
    expect(waited).toBeLessThan(1_000);
  },
);

test("serves a body that arrives late after the requests that did not wait for it", async () => {
  const { sandbox, client } = await openWallet();
  let finish = () => {};
  const body = new ReadableStream({
    start(controller) {
      finish = () => controller.close();
    },
  });
  const url = `${sandbox.baseUrl}/api/v1/crypto/wallets`;
  const headers = { "x-api-key": sandbox.apiKey };
  const { late } = await inFakeTime(async () => {
    const late = sandbox.fetch(
      new Request(url, { method: "POST", headers, body, duplex: "half" } as RequestInit),
    );
    await client.wallets.portfolio(demoWallet);
    return { late };
  });
  finish();
  await late;
  expect((await drained(sandbox)).slice(-2).map(({ method }) => method)).toEqual(["GET", "POST"]);
});
