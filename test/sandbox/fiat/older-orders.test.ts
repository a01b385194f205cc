import { expect, test } from "vitest";
import { catchApiError } from "../catch-api-error.js";
import { factory, openWallet, owner, usdc } from "../open-sandbox.js";
import { depositQuoteOf, pix, withdrawalQuote } from "../prepare.js";

test("a deposit that is ordered by the older call arrives once, for its quote only", async () => {
  const opened = await openWallet();
  const { client, sandbox, held } = opened;
  const { depositQuote } = await client.fiat.quoteDeposit({
    ...depositQuoteOf(opened),
    paymentMethodToSend: "PIX",
  });
  const { quoteId } = depositQuote;
  const { depositOrder } = await client.fiat.createDepositV1({ quoteId });
  expect(depositOrder).toMatchObject({
    expiresAt: depositQuote.expiresAt,
    paymentMethodToSendDetails: { type: "PIX", pixKey: expect.stringMatching(/^000201/) },
  });
  for (const again of [
    client.fiat.createDeposit({ quoteId }),
    client.fiat.createDepositV1({ quoteId }),
  ])
    expect(await catchApiError(again)).toMatchObject({ id: "FIAT_QUOTE_NOT_FOUND" });
  const before = await held(usdc);
  sandbox.advance(60_000);
  expect((await held(usdc)) - before).toBeCloseTo(
    Number(depositQuote.amountToReceiveInCryptoCurrency),
    6,
  );
});

test("a withdrawal by the older call is paid by the wallet of the request and no other", async () => {
  const opened = await openWallet();
  const { client, address } = opened;
  // The wallet that the newer call would choose.
  await client.fiat.quoteDeposit(depositQuoteOf(opened));
  const identity = { externallyOwnedAccount: owner.address, factory, salt: 9 } as const;
  const { walletAddress } = (await client.wallets.register(identity)).wallet;
  const { quoteId } = (await client.fiat.quoteWithdrawal(withdrawalQuote)).withdrawQuote;
  const failure = await catchApiError(client.fiat.createWithdrawalV1({ quoteId, walletAddress }));
  expect(failure.id).toBe("FAILED_TO_CREATE_FIAT_DEPOSIT");
  const { withdrawOrder } = await client.fiat.createWithdrawalV1({
    quoteId,
    walletAddress: address,
  });
  expect(withdrawOrder.amountToSendInCryptoCurrency).toBe("50");
  expect(
    await catchApiError(client.fiat.createWithdrawal({ quoteId, paymentMethod: pix })),
  ).toMatchObject({ id: "FIAT_QUOTE_NOT_FOUND" });
});
