import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pickExecutable, signQuote } from "../../src/signing/index.js";
import { openWallet, owner, usdc, weth } from "./open-sandbox.js";
import { depositQuoteOf } from "./prepare.js";
import { createSwapRequest } from "./swap/swap-requests.js";

/** React Native's URL has getters only, and no static methods. */
class ReactNativeUrl extends URL {
  static override canParse = undefined as never;
  static override parse = undefined as never;
  override set pathname(_: string) {
    throw new TypeError("not implemented");
  }
  override get pathname() {
    return super.pathname;
  }
}

beforeEach(() => {
  vi.stubGlobal("URL", ReactNativeUrl);
  for (const name of ["structuredClone", "TextDecoder", "crypto"]) vi.stubGlobal(name, undefined);
});
afterEach(() => vi.unstubAllGlobals());

test("runs without the globals that React Native lacks", async () => {
  const opened = await openWallet({ now: undefined });
  const { sandbox, client, address } = opened;
  const snapshot = sandbox.snapshot();
  sandbox.configure({ units: 100, whitelist: [`137:${usdc}`, `137:${weth}`] });
  sandbox.restore(snapshot);

  const request = createSwapRequest(address);
  const { quotes } = await client.swap.quote(request);
  const quote = pickExecutable(quotes) as (typeof quotes)[number];
  const signed = await signQuote(quote, owner, { expect: request, owner: owner.address });
  const queued = await client.operations.execute(signed);
  const done = await client.wallets.waitForTransaction(address, queued, { interval: 10 });
  expect(done.status).toBe("COMPLETED");

  const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf(opened));
  await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  sandbox.advance(60_000);
  const reverting = await client.swap.quote({ ...request, amountIn: "999999" });
  expect(reverting.quotes[0]?.revertReason?.decoded).toMatch(/insufficient/i);
});
