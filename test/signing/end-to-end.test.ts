import type { Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, expectTypeOf, test, vi } from "vitest";
import type {
  LendingQuote,
  LendingQuoteRequest,
  LiquidityEcho,
  LiquidityOperation,
} from "../../src/index.js";
import {
  isApiError,
  SigningError,
  UnsafeToSignError,
  UnsupportedSignerError,
} from "../../src/index.js";
import {
  cancelLimitOrder,
  pickExecutable,
  type SignedLimitOrder,
  type SignedOperation,
  signCancellation,
  signOperation,
  signQuote,
} from "../../src/signing/index.js";
import { factory, openSandbox, openWallet, owner, usdc, weth } from "../sandbox/open-sandbox.js";
import { createOrderRequest, createSwapRequest } from "../sandbox/swap/swap-requests.js";
import {
  createCountingSigner,
  openLimitOrderQuote,
  openMarketQuote,
  stranger,
} from "./quote/test-quotes.js";

const pixDetails = { type: "PIX", pixKey: "ana@example.com" } as const;

async function placeLimitOrder() {
  const opened = await openLimitOrderQuote();
  const { client, quote, options, address } = opened;
  const signed = await signQuote(quote, owner, options);
  await client.operations.execute(signed);
  const { items } = await client.wallets
    .history(address, { userOperationHash: signed.userOperationHash })
    .firstPage();
  return { ...opened, signed, id: items[0]?.id as string };
}

test("quotes, picks, signs and executes a swap until it completes", async () => {
  const { client, sandbox, address } = await openWallet();
  const request = createSwapRequest(address);
  const now = sandbox.now();
  const quote = pickExecutable((await client.swap.quote(request)).quotes, { now });
  const signed = await signQuote(quote, owner, { expect: request, owner: owner.address, now });
  expectTypeOf(signed).toEqualTypeOf<SignedOperation>();
  const done = await client.wallets.waitForTransaction(
    address,
    await client.operations.execute(signed),
    { interval: 1 } as never,
  );
  expect(done.status).toBe("COMPLETED");
});

test("rejects an unknown and an expired operation with an ApiError, and sends each once", async () => {
  const { client, sandbox, quote, options } = await openMarketQuote();
  const signed = await signQuote(quote, owner, options);
  const getError = (operation: SignedOperation) =>
    client.operations.execute(operation).then(
      () => undefined,
      (error: unknown) => (isApiError(error) ? [error.status, error.id] : error),
    );
  const unknown = { ...signed, userOperationHash: `0x${"12".repeat(32)}` as Hex };
  expect(await getError(unknown)).toEqual([404, "USER_OPERATION_NOT_FOUND"]);
  sandbox.advance(60_000);
  expect(await getError(signed)).toEqual([400, "EXECUTE_USER_OP"]);
  expect(
    sandbox.requests.filter(({ operation }) => operation === "operations.execute"),
  ).toHaveLength(2);
});

test("signs a limit order twice, and sends only the documented fields", async () => {
  const { signed, sandbox } = await placeLimitOrder();
  expectTypeOf(signed).toEqualTypeOf<SignedLimitOrder>();
  expect(signed.typedDataSignature).toMatch(/^0x[0-9a-f]{130}$/);
  const sent = sandbox.requests.find(({ operation }) => operation === "operations.execute")?.body;
  expect(Object.keys(sent as object).sort()).toEqual(["signature", "userOperationHash"]);
});

test("rejects an unknown field in execute", async () => {
  const { client, signed, sandbox } = await placeLimitOrder();
  const before = sandbox.requests.length;
  await expect(
    client.operations.execute({ ...signed, autorization: "0x12" } as never),
  ).rejects.toThrow("autorization");
  await expect(client.operations.execute(undefined as never)).rejects.toThrow("not sent");
  expect(sandbox.requests).toHaveLength(before);
});

test("cancels a limit order in one call", async () => {
  const { client, id, address } = await placeLimitOrder();
  expect(
    await cancelLimitOrder(client, id, owner, {
      owner: owner.address,
      walletAddress: address,
      chainId: 137,
    }),
  ).toEqual({
    success: true,
  });
});

test("returns from signCancellation what client.swap.cancelLimitOrder accepts", async () => {
  const { client, id, address } = await placeLimitOrder();
  const prepared = await client.swap.prepareCancellation(id);
  const signed = await signCancellation(prepared, owner, {
    owner: owner.address,
    walletAddress: address,
    chainId: 137,
  });
  expect(await client.swap.cancelLimitOrder(id, signed)).toEqual({ success: true });
});

test("does not sign or send an invalid cancellation", async () => {
  const { client, id, address } = await placeLimitOrder();
  const prepared = await client.swap.prepareCancellation(id);
  const [entry] = prepared.signData;
  const typedData = entry?.typedData as NonNullable<NonNullable<typeof entry>["typedData"]>;
  const { signer, countCalls } = createCountingSigner();
  const signOptions = { owner: owner.address, walletAddress: address, chainId: 137 };
  const permit = {
    ...typedData,
    types: { Permit: [{ name: "message", type: "bytes" }] },
    primaryType: "Permit",
  };
  const cases: [unknown, Partial<typeof signOptions> & { now?: number }, string][] = [
    [{ ...prepared, signData: [] }, {}, "sign_data"],
    [{ ...prepared, signData: [entry, entry] }, {}, "sign_data"],
    [{ ...prepared, signData: [{ ...entry, type: "USER_OPERATION" }] }, {}, "sign_data"],
    [{ ...prepared, signData: [{ type: "LIMIT_ORDER", typedData: {} }] }, {}, "nothing_to_sign"],
    [{ ...prepared, signData: [{ type: "LIMIT_ORDER", typedData: permit }] }, {}, "typed_data"],
    [{ ...prepared, expiresAt: 1_700_000_000_000 }, {}, "expired"],
    [undefined, {}, "sign_data"],
    [prepared, { walletAddress: stranger }, "wallet"],
    [prepared, { chainId: 1 }, "chain"],
  ];
  for (const [given, changes, code] of cases) {
    const error = await signCancellation(given as typeof prepared, signer, {
      ...signOptions,
      ...changes,
    }).catch((thrown) => thrown);
    expect(error, code).toBeInstanceOf(UnsafeToSignError);
    expect((error as UnsafeToSignError).problems.map((problem) => problem.code)).toContain(code);
  }
  expect(countCalls()).toBe(0);
  const swap = {
    prepareCancellation: async () => ({ ...prepared, signData: [] }),
    cancelLimitOrder: vi.fn(),
  };
  await expect(cancelLimitOrder({ swap }, id, signer, signOptions)).rejects.toBeInstanceOf(
    UnsafeToSignError,
  );
  expect(swap.cancelLimitOrder).not.toHaveBeenCalled();
});

async function openDelegatedWallet() {
  const { sandbox, client } = openSandbox({ tick: 0 });
  const { wallet } = await client.wallets.register({
    externallyOwnedAccount: owner.address,
    factory,
    eip7702: true,
  });
  sandbox.fund(wallet.walletAddress, { chainId: 137, address: usdc }, "10000");
  const expect = createSwapRequest(wallet.walletAddress as Hex);
  const quote = pickExecutable((await client.swap.quote(expect)).quotes, { now: sandbox.now() });
  const delegates = ["0xd6cedde84be40893d153be9d467cd6ad37875b28" as Hex];
  return {
    sandbox,
    client,
    quote,
    options: { expect, owner: owner.address, now: sandbox.now(), delegates },
  };
}

test("signs the authorization with the first operation of an EIP-7702 wallet", async () => {
  const { client, quote, options } = await openDelegatedWallet();
  const signed = await signQuote(quote, owner, options);
  expect(signed.authorization).toMatch(/^0x[0-9a-f]{130}$/);
  expect((await client.operations.execute(signed)).userOperationHash).toBe(quote.userOperationHash);
});

test("rejects a signer that cannot sign an authorization before it signs anything", async () => {
  const { quote, options } = await openDelegatedWallet();
  const signMessage = vi.fn(owner.signMessage.bind(owner));
  const signer = {
    address: owner.address,
    signMessage,
    signTypedData: owner.signTypedData,
  } as never;
  await expect(signQuote(quote, signer, options)).rejects.toBeInstanceOf(UnsupportedSignerError);
  expect(signMessage).not.toHaveBeenCalled();
});

test("rejects another account than the owner", async () => {
  const { quote, options } = await openMarketQuote();
  const other = privateKeyToAccount(`0x${"42".repeat(32)}`);
  const error = await signQuote(quote, other, options).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(SigningError);
  expect(error.message).toContain(other.address);
  expect(error.message).toContain(owner.address);
});

test("signs the checked quote even if it changes while the wallet is open", async () => {
  const { quote, options, client } = await openLimitOrderQuote();
  const expected = await signQuote(quote, owner, options);
  const signMessage = async (parameters: never) => {
    Object.assign(quote.typedData?.message as object, { message: `0x${"66".repeat(32)}` });
    quote.userOperationHash = `0x${"66".repeat(32)}`;
    return owner.signMessage(parameters);
  };
  const signed = await signQuote(
    quote,
    { address: owner.address, signMessage, signTypedData: owner.signTypedData } as never,
    options,
  );
  expect(signed).toEqual(expected);
  await client.operations.execute(signed);
});

test("signs the approval of a real-world asset and returns it separately", async () => {
  const { client, address, sandbox } = await openWallet({ tick: 0 });
  const ethUsdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
  sandbox.fund(address, { chainId: 1, address: ethUsdc }, "500");
  const usdy = "0x96f6ef951840721adbf46ac996b59e0235cb985c";
  const route = {
    chainIdIn: 1,
    chainIdOut: 1,
    tokenIn: ethUsdc,
    tokenOut: usdy,
    payGasFeeToken: ethUsdc,
  } as const;
  const request = createSwapRequest(address, { ...route, individualId: "individual_1" });
  const now = sandbox.now();
  const quote = pickExecutable((await client.swap.quote(request)).quotes, { now });
  const signed = await signQuote(quote, owner, { expect: request, owner: owner.address, now });
  expect(signed.approval?.userOperationHash).toBe(quote.rwaApproveUserOperation?.userOperationHash);
  await client.operations.execute(signed.approval as SignedOperation);
  await client.operations.execute(signed);
  const sent = sandbox.requests
    .filter(({ operation }) => operation === "operations.execute")
    .map(({ body }) => Object.keys(body as object));
  expect(sent).toEqual([
    ["userOperationHash", "signature"],
    ["userOperationHash", "signature"],
  ]);
});

test("signs and executes a liquidity operation, and returns undefined if there is nothing to sign", async () => {
  const { client, sandbox, address } = await openWallet({ tick: 0 });
  const { operation } = await client.liquidity.create({
    ...{
      walletAddress: address,
      toAddress: address,
      chainId: 137,
      payGasFeeToken: usdc,
      gasFeePaymentMethod: "ADD_TO_AMOUNT",
    },
    ...{
      tokenIn: usdc,
      amountIn: "1000",
      token0: usdc,
      token1: weth,
      poolFeePercent: 0.05,
      minPrice: 0.0002,
      maxPrice: 0.0008,
    },
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
  const { signer, countCalls } = createCountingSigner();
  const cases: [object, object, string][] = [
    [{ chain: 1 }, {}, "chain"],
    [{ walletAddress: stranger }, {}, "wallet"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, {}, "expired"],
    [{ revertReason: { decoded: "out of range" } }, {}, "reverted"],
    [{ userOperationHash: null, revertReason: { decoded: "out of range" } }, {}, "reverted"],
    [{ userOperationHash: "0x12" }, {}, "hash"],
    [
      {
        authorization: { chainId: 137, address: stranger, nonce: 0, hash: `0x${"12".repeat(32)}` },
      },
      {},
      "hash",
    ],
  ];
  for (const [changes, more, code] of cases) {
    const error = await signOperation({ ...operation, ...changes } as LiquidityOperation, signer, {
      ...signOptions,
      ...more,
    }).catch((thrown) => thrown);
    expect((error as UnsafeToSignError).problems?.map((problem) => problem.code)).toContain(code);
  }
  expect(countCalls()).toBe(0);
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
  const signed = await signOperation(order, owner, { owner: owner.address, now: sandbox.now() });
  expectTypeOf(signed).toEqualTypeOf<SignedOperation>();
  expect((await client.operations.execute(signed)).userOperationHash).toBe(
    order.withdrawalInstructions.userOperationHash,
  );
  const expiredOptions = { owner: owner.address, now: Date.parse(order.expiresAt as string) };
  await expect(signOperation(order, owner, expiredOptions)).rejects.toThrow(
    "expiresAt: expected more than 5000 ms after",
  );
});

test("signs a lending quote with one operation, and rejects other entries", async () => {
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
  await client.operations.execute(signed as SignedOperation);
  expect(await signOperation({ ...quote, signData: [] }, owner, signOptions)).toBeUndefined();
  const [entry] = quote.signData as NonNullable<LendingQuote["signData"]>;
  const { signer, countCalls } = createCountingSigner();
  for (const signData of [
    [{ ...entry, type: "PERMIT" }],
    [entry, entry],
    [entry, { type: "LIMIT_ORDER" }],
  ]) {
    const error = await signOperation(
      { ...quote, signData } as LendingQuote,
      signer,
      signOptions,
    ).catch((thrown) => thrown);
    expect((error as UnsafeToSignError).problems?.map((problem) => problem.code)).toContain(
      "sign_data",
    );
  }
  expect(countCalls()).toBe(0);
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
  expect(signed).toEqual(
    await signQuote(quote, owner, { ...options, expect: createOrderRequest(address, "0.05") }),
  );
});
