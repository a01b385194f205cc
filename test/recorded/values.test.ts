import { describe, expect, test } from "vitest";
import {
  isExecutable,
  type SwapQuote,
  type TokenBalance,
  type TransferResponse,
} from "../../src/index.js";
import { openWallet } from "../sandbox/open-sandbox.js";
import { sendRaw } from "../sandbox/send-raw-request.js";
import { loadRecordings, type Recording } from "./recording.js";
import { prepareSandbox } from "./situations.js";

const recordings = loadRecordings();

/** The response of the sandbox in the situation of a recording. */
async function respond(recording: Recording): Promise<{ response: object; at: number }> {
  const opened = await openWallet();
  const request = await prepareSandbox(opened, recording);
  const { body } = await sendRaw(opened.sandbox, request);
  return { response: body, at: opened.sandbox.now() };
}

function find(path: RegExp): Recording {
  const found = recordings.find(([, { path: own, status }]) => path.test(own) && status === 200);
  return (found as (typeof recordings)[number])[1];
}

/** Exact: the difference of two products of decimals. */
function multiply(a: string, b: string): string {
  const decimals = (text: string) => text.split(".")[1]?.length ?? 0;
  const digits = (text: string) => BigInt(text.replace(".", ""));
  const all = decimals(a) + decimals(b);
  const product = (digits(a) * digits(b)).toString().padStart(all + 1, "0");
  return `${product.slice(0, -all || undefined)}.${product.slice(product.length - all)}`
    .replace(/0+$/, "")
    .replace(/\.$/, "");
}

/** The service states up to 35 decimals. */
const places = 40;

function subtract(a: string, b: string): string {
  const units = (text: string) => {
    const [whole = "", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(places, "0"));
  };
  const rest = (units(a) - units(b)).toString().padStart(places + 1, "0");
  return `${rest.slice(0, -places)}.${rest.slice(-places)}`.replace(/0+$/, "").replace(/\.$/, "");
}

describe("values that follow from others do so in the recording and in the sandbox:", () => {
  const swap = find(/crypto\/swap$/);
  const portfolio = find(/0xc5a1.*portfolio$/);

  const swaps = async () => [
    { response: swap.response, at: swap.at as number },
    await respond(swap),
  ];

  test("amountInUSD is the price of amountIn less the deducted gas, but not less the fees", async () => {
    for (const { response } of await swaps()) {
      const [quote] = (response as { quotes: SwapQuote[] }).quotes as [SwapQuote];
      const gas = quote.estimatedGasFees?.gasFeeTokenAmount as string;
      expect(quote.amountInUSD).toBe(multiply(subtract(quote.amountIn, gas), quote.tokenInPrice));
    }
  });

  test("amountIn has the digits of the request", async () => {
    for (const { response } of await swaps())
      expect((response as { quotes: SwapQuote[] }).quotes[0]?.amountIn).toBe("15.00");
  });

  test("a quote expires after a minute", async () => {
    for (const { response, at } of await swaps()) {
      const [quote] = (response as { quotes: SwapQuote[] }).quotes as [SwapQuote];
      expect([isExecutable(quote), Number(quote.expiresAt) - at]).toEqual([true, 60_000]);
    }
  });

  test("the fee of the service is 0.2 percent of amountIn", async () => {
    for (const { response } of await swaps()) {
      const [quote] = (response as { quotes: SwapQuote[] }).quotes as [SwapQuote];
      expect(quote.estimatedCollectedFee?.serviceCollectedFee).toBe(
        multiply(quote.amountIn, "0.002"),
      );
    }
  });

  test("a transfer of which gas is deducted arrives less the gas, in the token and in dollars", async () => {
    const transfer = find(/crypto\/transfer$/);
    for (const { response, at } of [
      { response: transfer.response as object, at: transfer.at as number },
      await respond(transfer),
    ]) {
      const { transfer: stated } = response as TransferResponse;
      const { gasFeeTokenAmount = "", gasFeeTokenAmountUSD = "" } = stated.estimatedGasFees ?? {};
      expect(stated.amountToBeReceived).toBe(subtract(stated.amountToSend, gasFeeTokenAmount));
      expect(stated.amountToBeReceivedUSD).toBe(
        subtract(stated.amountToSendUSD, gasFeeTokenAmountUSD),
      );
      expect([stated.quoteId, Number(stated.expiresAt) - at]).toEqual([
        stated.userOperationHash,
        60_000,
      ]);
    }
  });

  test("a balance in US dollars is not rounded", async () => {
    for (const { response } of [portfolio, await respond(portfolio)])
      for (const balance of (response as { tokens: TokenBalance[] }).tokens)
        expect(balance.balanceUsd).toBe(
          multiply(balance.balanceFormatted as string, balance.priceUsd as string),
        );
  });
});
