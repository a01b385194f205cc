import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { SwapQuoteRequest } from "../../../src/index.js";
import { signQuote } from "../../../src/signing/index.js";
import { openWallet, owner } from "../open-sandbox.js";
import { createOrderRequest, createSwapRequest, findExecutable } from "./swap-requests.js";

async function quoteWithoutTypedData(create: (address: Hex) => SwapQuoteRequest) {
  const opened = await openWallet();
  opened.sandbox.configure({ swapTypedData: false });
  const request = create(opened.address);
  const quote = findExecutable((await opened.client.swap.quote(request)).quotes);
  return { ...opened, request, quote };
}

test("a market swap without typed data is signed and executed", async () => {
  const { client, quote, request, sandbox, address } = await quoteWithoutTypedData((address) =>
    createSwapRequest(address),
  );
  expect(quote.typedData).toBeNull();
  const options = { expect: request, owner: owner.address, now: sandbox.now() };
  const { userOperationHash } = await client.operations.execute(
    await signQuote(quote, owner, options),
  );
  sandbox.advance(60_000);
  const { items } = await client.wallets.history(address, { userOperationHash }).firstPage();
  expect(items).toMatchObject([{ status: "COMPLETED" }]);
});

test("a limit order always has typed data", async () => {
  const { quote } = await quoteWithoutTypedData((address) => createOrderRequest(address, "0.03"));
  expect(quote.typedData).toMatchObject({ primaryType: "LightAccountMessage" });
});
