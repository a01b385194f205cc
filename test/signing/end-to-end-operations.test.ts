import { expect, expectTypeOf, test } from "vitest";
import type { LendingQuote, LendingQuoteRequest, LiquidityEcho } from "../../src/index.js";
import { type SignedOperation, signOperation, signQuote } from "../../src/signing/index.js";
import { openWallet, owner, usdc, weth } from "../sandbox/open-sandbox.js";
import { createOrderRequest } from "../sandbox/swap/swap-requests.js";
import { openLimitOrderQuote } from "./quote/test-quotes.js";

const pixDetails = { type: "PIX", pixKey: "ana@example.com" } as const;

test("signs and executes a liquidity operation, and returns undefined if there is nothing to sign", async () => {
  const { client, sandbox, address } = await openWallet({ tick: 0 });
  const { operation } = await client.liquidity.create({
    walletAddress: address,
    toAddress: address,
    chainId: 137,
    payGasFeeToken: usdc,
    gasFeePaymentMethod: "ADD_TO_AMOUNT",
    tokenIn: usdc,
    amountIn: "1000",
    token0: usdc,
    token1: weth,
    poolFeePercent: 0.05,
    minPrice: 0.0002,
    maxPrice: 0.0008,
  });
  const signOptions = {
    owner: owner.address,
    chainId: 137,
    walletAddress: address,
    now: sandbox.now(),
  };
  const signed = await signOperation(operation, owner, signOptions);
  expectTypeOf(signed).toEqualTypeOf<SignedOperation | undefined>();
  await client.operations.execute(signed as SignedOperation);
  const echo: LiquidityEcho = {
    walletAddress: address,
    chainId: 137,
    liquidityProvider: "POOLPROV_V3",
  };
  expect(await signOperation(echo, owner, signOptions)).toBeUndefined();
});

test("signs and executes a fiat withdrawal", async () => {
  const { client, sandbox } = await openWallet({ tick: 0 });
  const details = {
    individualId: "ind_1",
    chainId: 137,
    paymentMethodToReceiveDetails: pixDetails,
  } as const;
  const request = {
    ...details,
    amountToSendInCryptoCurrency: "50",
    cryptoCurrencyToSend: "USDC",
  } as const;
  const { withdrawQuote } = await client.fiat.quoteWithdrawal(request);
  const order = await client.fiat.createWithdrawal({
    quoteId: withdrawQuote.quoteId,
    paymentMethod: pixDetails,
  });
  const terms = { expect: withdrawQuote, owner: owner.address, now: sandbox.now() };
  const signed = await signOperation(order, owner, terms);
  expectTypeOf(signed).toEqualTypeOf<SignedOperation>();
  expect((await client.operations.execute(signed)).userOperationHash).toBe(
    order.withdrawalInstructions.userOperationHash,
  );
  const expiredOptions = { ...terms, now: Date.parse(order.expiresAt as string) };
  await expect(signOperation(order, owner, expiredOptions)).rejects.toThrow(
    "expiresAt: expected more than 5000 ms after",
  );
});

test("signs and executes a fiat withdrawal of the older form, from the wallet that it names", async () => {
  const { client, sandbox, address, held } = await openWallet({ tick: 0 });
  const { withdrawQuote } = await client.fiat.quoteWithdrawal({
    individualId: "ind_1",
    chainId: 137,
    paymentMethodToReceiveDetails: pixDetails,
    amountToSendInCryptoCurrency: "50",
    cryptoCurrencyToSend: "USDC",
  });
  const { quoteId } = withdrawQuote;
  const request = { quoteId, walletAddress: address };
  const { withdrawOrder } = await client.fiat.createWithdrawalV1(request);
  const terms = { expect: withdrawQuote, owner: owner.address, now: sandbox.now() };
  const signed = await signOperation(withdrawOrder, owner, terms);
  expectTypeOf(signed).toEqualTypeOf<SignedOperation>();
  await client.operations.execute(signed);
  sandbox.advance(60_000);
  expect(await held(usdc)).toBe(9_950);
  const expired = { ...terms, now: Date.parse(withdrawOrder.expiresAt) };
  await expect(signOperation(withdrawOrder, owner, expired)).rejects.toThrow("expiresAt");
});

test("signs a lending quote with one operation, and nothing if it has none", async () => {
  const { client, sandbox, address } = await openWallet({ tick: 0 });
  const gas = { paymentMethod: "ADD_TO_AMOUNT", tokenAddress: usdc } as const;
  const supply = { tokenAddress: usdc, chainId: 137, amount: "100" };
  const quote = await client.lending.quote({
    walletAddress: address,
    provider: "LENDER_A",
    gas,
    supply,
  } as LendingQuoteRequest);
  const signOptions = {
    owner: owner.address,
    chainId: 137,
    walletAddress: address,
    now: sandbox.now(),
  };
  const signed = await signOperation(quote, owner, signOptions);
  expectTypeOf(signed).toEqualTypeOf<SignedOperation | SignedOperation[] | undefined>();
  await client.operations.execute(signed as SignedOperation);
  expect(await signOperation({ ...quote, signData: [] }, owner, signOptions)).toBeUndefined();
});

test("signs the order of a lending quote in addition to its operation", async () => {
  const { quote, address, options } = await openLimitOrderQuote();
  const signData = [
    { type: "USER_OPERATION", hash: quote.userOperationHash },
    { type: "LIMIT_ORDER", typedData: quote.typedData },
  ];
  const signOptions = {
    owner: owner.address,
    chainId: 137,
    walletAddress: address,
    now: options.now,
  };
  const signed = await signOperation(
    { signData, expiresAt: null } as unknown as LendingQuote,
    owner,
    signOptions,
  );
  const expected = createOrderRequest(address, "0.05");
  const {
    expiresAt,
    statement: _,
    ...parts
  } = await signQuote(quote, owner, { ...options, expect: expected });
  expect(signed).toEqual(parts);
  expect(expiresAt).toBe(quote.expiresAt);
});
