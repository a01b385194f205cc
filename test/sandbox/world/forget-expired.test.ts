import { expect, test } from "vitest";
import { catchApiError } from "../catch-api-error.js";
import { inWorld, openWallet, usdc } from "../open-sandbox.js";
import { depositQuoteOf, withdrawalQuote } from "../prepare.js";
import { createSwapRequest, findExecutable } from "../swap/swap-requests.js";

const count = (opened: Awaited<ReturnType<typeof openWallet>>) =>
  inWorld(opened.sandbox, ({ operations, fiatQuotes }) => [
    Object.keys(operations).length,
    Object.keys(fiatQuotes).length,
  ]);

test("forgets unused operations and fiat quotes two hours after they expired", async () => {
  const opened = await openWallet();
  const { client, sandbox, address } = opened;
  await client.swap.quote(createSwapRequest(address));
  const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf(opened));
  expect(count(opened)).toEqual([expect.any(Number), 1]);
  sandbox.advance(300_000 + 7_190_000);
  expect(
    await catchApiError(client.fiat.createDeposit({ quoteId: depositQuote.quoteId })),
  ).toMatchObject({ id: "FIAT_QUOTE_EXPIRED" });
  sandbox.advance(20_000);
  expect(count(opened)).toEqual([0, 0]);
  expect(
    await catchApiError(client.fiat.createDeposit({ quoteId: depositQuote.quoteId })),
  ).toMatchObject({ id: "FIAT_QUOTE_NOT_FOUND" });
});

test("keeps what was executed or ordered", async () => {
  const opened = await openWallet();
  const { client, sandbox, address } = opened;
  const { quotes } = await client.swap.quote(createSwapRequest(address));
  await opened.execute(findExecutable(quotes).userOperationHash);
  const { depositQuote } = await client.fiat.quoteDeposit(depositQuoteOf(opened));
  await client.fiat.createDeposit({ quoteId: depositQuote.quoteId });
  sandbox.advance(86_400_000);
  expect(count(opened)).toEqual([1, 1]);
});

test("pays a withdrawal from the wallet of a deposit quote that is forgotten", async () => {
  const opened = await openWallet();
  const { client, sandbox, address } = opened;
  await client.fiat.quoteDeposit(depositQuoteOf(opened));
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: "0x1111111111111111111111111111111111111111",
    factory: "0x0000000000400cdfef5e2714e63d8040b700bc24",
  });
  const newest = { account: wallet.walletAddress, chainId: 137, token: usdc, amount: "500" };
  sandbox.fund(newest);
  sandbox.advance(86_400_000);
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(withdrawalQuote);
  const { withdrawalInstructions } = await client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: withdrawalQuote.paymentMethodToReceiveDetails,
  });
  const hash = withdrawalInstructions.userOperationHash as `0x${string}`;
  expect(inWorld(sandbox, ({ operations }) => operations[hash]?.wallet)).toBe(
    address.toLowerCase(),
  );
});
