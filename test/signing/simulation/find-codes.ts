import type { MarketSwapRequest, SwapQuote } from "../../../src/contract/swap/types.js";
import { type SimulateQuoteOptions, simulateQuote } from "../../../src/signing/index.js";
import { createFakeNode, createQuote, type FakeChain, honestValues, request } from "./fake-node.js";

/** What differs from an honest swap. `values` are added to the honest ones. */
export interface Changes {
  chain?: FakeChain;
  values?: FakeChain["values"];
  quote?: Partial<SwapQuote>;
  expect?: Partial<MarketSwapRequest>;
  options?: Partial<SimulateQuoteOptions>;
  operation?: Record<string, unknown>;
}

export async function simulate({
  chain,
  values,
  quote,
  operation,
  options,
  ...changes
}: Changes = {}) {
  const expected = { ...request, ...changes.expect };
  const { client } = createFakeNode({ values: { ...honestValues, ...values }, ...chain });
  const given = createQuote({ chainOut: expected.chainIdOut, ...quote }, operation);
  return simulateQuote(given, client, { expect: expected, ...options });
}
export const findCodes = async (changes?: Changes) =>
  (await simulate(changes)).problems.map(({ code }) => code);
