import { describe, expectTypeOf, it } from "vitest";
import type { ChainId, Client } from "../../src/index.js";

declare const client: Client;
const address = "0x1111111111111111111111111111111111111111";

const market = {
  amountIn: "1",
  chainIdIn: 137,
  chainIdOut: 8453,
  gasFeePaymentMethod: "ADD_TO_AMOUNT",
  payGasFeeToken: address,
  tokenIn: address,
  tokenOut: address,
  walletAddress: address,
  toAddress: address,
} as const;

describe("values of a response fit the next request without a cast", () => {
  it("the address and chain of a token", async () => {
    const { items } = await client.tokens.list();
    const { tokens } = await client.wallets.portfolio(address);
    for (const { address: token, chain } of [...items, ...(tokens ?? [])]) {
      client.swap.quote({
        ...market,
        payGasFeeToken: token,
        tokenIn: token,
        chainIdIn: chain.id,
        chainIdOut: chain.id,
      });
      client.wallets.history(address, { chains: chain.id });
    }
    expectTypeOf(items[0]?.chain.id).toEqualTypeOf<ChainId | undefined>();
    // @ts-expect-error 5 is no chain
    client.swap.quote({ ...market, chainIdIn: 5 });
  });

  it("the identity of a wallet", async () => {
    const { wallet } = await client.wallets.register({
      externallyOwnedAccount: address,
      factory: address,
      salt: null,
      metadata: null,
    });
    const { externallyOwnedAccount, factory, salt, metadata, eip7702 } = wallet;
    client.wallets.check({ externallyOwnedAccount, factory, salt, eip7702 });
    client.wallets.register({ externallyOwnedAccount, factory, salt, metadata });
  });

  it("a quote and its deprecated id", async () => {
    const { quotes } = await client.swap.quote({ ...market, transactionFeePercent: null });
    for (const { walletAddress, tokenIn, tokenOut, chainIn, chainOut, amountIn } of quotes) {
      const way = { tokenIn, tokenOut, chainIdIn: chainIn, chainIdOut: chainOut };
      client.swap.quote({ ...market, ...way, walletAddress, amountIn });
    }
    client.operations.execute({ quoteId: "0x12", signature: "0x", authorization: null });
    client.operations.execute({ userOperationHash: "0x12", quoteId: "q", signature: "0x" });
    // @ts-expect-error a hash or a quoteId is required
    client.operations.execute({ signature: "0x" });
  });
});
